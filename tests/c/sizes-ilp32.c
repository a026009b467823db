//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
//@ model: ILP32
// Sizes and alignments of the 32-bit model.
extern void reach_error(void);
struct s { char c; long long l; };
struct t { char c; double d; };

int main(void)
{
    if (sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(__SIZE_TYPE__) == 4
        && sizeof(long long) == 8 && sizeof(long double) == 12 && sizeof(struct s) == 12
        && sizeof(struct t) == 12 && _Alignof(struct s) == 4 && sizeof(__WCHAR_TYPE__) == 4)
        reach_error(); //~ violated unreach-call
    return 0;
}
