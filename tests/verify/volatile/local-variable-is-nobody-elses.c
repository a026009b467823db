//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Where a local variable is whose address is not taken, nobody else can know.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    volatile int v = 0;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        v = v ? 0 : 1;
    if (v == 4711)
        reach_error();
    return 0;
}
