//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A global variable with external linkage is known to every other file.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void tick(void);
int g = 0;
int main(void)
{
    tick();
    if (g != 0)
        reach_error(); //~ violated unreach-call
    return 0;
}
