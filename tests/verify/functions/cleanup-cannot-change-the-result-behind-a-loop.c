//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The result is 1 although `locked` is 0 when the function has returned.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int locked;
static void unlock(int *guard)
{
    locked = *guard;
}
static int hold(void)
{
    int guard __attribute__((cleanup(unlock))) = 0;
    locked = 1;
    return locked;
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    if (hold() == 1)
        reach_error(); //~ violated unreach-call
    return 0;
}
