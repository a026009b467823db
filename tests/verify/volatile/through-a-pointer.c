//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A pointer to volatile reads volatile.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int shared;
static int look(volatile int *p) { return *p; }
int main(void)
{
    if (look(&shared) != 0)
        reach_error(); //~ violated unreach-call
    return 0;
}
