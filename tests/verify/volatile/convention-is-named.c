//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: a read of a volatile object gives any value
// The trust box says how volatile objects are read.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static volatile int v;
int main(void)
{
    if (v)
        reach_error(); //~ violated unreach-call
    return 0;
}
