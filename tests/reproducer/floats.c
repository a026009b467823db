//@ run: verify %s --property unreach-call --reproducer %t.c
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: confirmed by cc
// Values of every format are passed on bit by bit.
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern long double __VERIFIER_nondet_long_double(void);
extern void reach_error(void);
int main(void)
{
    float f = __VERIFIER_nondet_float();
    double d = __VERIFIER_nondet_double();
    long double l = __VERIFIER_nondet_long_double();
    if (f == 10.0f && d == 10.0 && l == 0.0L)
        reach_error(); //~ violated unreach-call
    return 0;
}
