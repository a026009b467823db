//@ run: verify %s --property no-overflow
//@ truth: fails
//@ verdict: false(no-overflow)
// 40 bits hold no more than 2^39 - 1.
extern int __VERIFIER_nondet_int(void);
struct s { long long m : 40; };
int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    struct s s = { 0x7fffffffff };
    if (n > 3)
        s.m++; //~ violated no-overflow
    return 0;
}
