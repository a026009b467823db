//@ run: refine %s tests/refine/inputs-must-not-be-new.source.c
//@ truth: fails
//@ verdict: false(refinement)
// The target chooses what the source does not.
extern int __VERIFIER_nondet_int(void);
int f(int n)
{
    return __VERIFIER_nondet_int();
}
