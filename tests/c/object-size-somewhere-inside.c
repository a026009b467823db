//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: unknown(unsupported)
// Without optimising, gcc does not know it; with it, it may.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    char b[10];
    unsigned i = __VERIFIER_nondet_uint() % 10;
    if (__builtin_object_size(b + i, 0) != 0)
        reach_error();
    return 0;
}
