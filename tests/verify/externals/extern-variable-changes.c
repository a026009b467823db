//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// An extern variable holds any value, and another one after a call.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void tick(void);
extern int state;
int main(void)
{
    int before = state;
    tick();
    if (state != before)
        reach_error(); //~ violated unreach-call
    return 0;
}
