//@ run: refine %s tests/refine/inputs-may-be-chosen.source.c
//@ truth: holds
//@ verdict: true
// The source may choose what the target computes.
extern int __VERIFIER_nondet_int(void);
int f(int n)
{
    return n + 1;
}
