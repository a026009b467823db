//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
//@ model: LP64
// Sizes and alignments of the 64-bit model.
extern void reach_error(void);
struct s { char c; long long l; };
struct t { char c; double d; };

int main(void)
{
    if (sizeof(long) == 8 && sizeof(void *) == 8 && sizeof(__SIZE_TYPE__) == 8
        && sizeof(long long) == 8 && sizeof(long double) == 16 && sizeof(struct s) == 16
        && sizeof(struct t) == 16 && _Alignof(struct s) == 8 && sizeof(__WCHAR_TYPE__) == 4)
        reach_error(); //~ violated unreach-call
    return 0;
}
