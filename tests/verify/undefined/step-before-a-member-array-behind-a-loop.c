//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// The array begins where its first element does, whatever stands before it.
extern int __VERIFIER_nondet_int(void);
struct s { int head, a[2]; };
int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    struct s s = { 1, { 2, 3 } };
    return *(s.a - (n > 3)); //~ violated bounds
}
