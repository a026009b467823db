//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Somebody else may write between two reads.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
volatile int v;
int main(void)
{
    int a = v, b = v;
    if (a != b)
        reach_error(); //~ violated unreach-call
    return 0;
}
