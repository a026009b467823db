//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// And each of them can be read.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static volatile struct { unsigned a : 3, b : 7; } r;
int main(void)
{
    if (r.b == 99)
        reach_error(); //~ violated unreach-call
    return 0;
}
