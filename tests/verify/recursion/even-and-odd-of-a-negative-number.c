//@ run: verify %s --property no-overflow --cpu-time 10
//@ truth: fails
//@ verdict: false(no-overflow)
// The least number has none below it.
extern int __VERIFIER_nondet_int(void);
static int is_even(int n);
static int is_odd(int n)
{
    return n == 0 ? 0 : is_even(n - 1); //~ violated no-overflow
}
static int is_even(int n)
{
    return n == 0 ? 1 : is_odd(n - 1);
}
int main(void)
{
    return is_odd(__VERIFIER_nondet_int());
}
