//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A condition reads it as often as it names it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static volatile int v;
int main(void)
{
    if (v && !v)
        reach_error(); //~ violated unreach-call
    return 0;
}
