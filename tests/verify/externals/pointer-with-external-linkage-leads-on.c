//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// What a visible pointer points to can be changed through it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void tick(void);
static int hidden = 0;
int *shown = &hidden;
int main(void)
{
    tick();
    if (hidden != 0)
        reach_error(); //~ violated unreach-call
    return 0;
}
