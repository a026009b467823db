//@ run: verify %s --property unreach-call
//@ run: verify %s --property unreach-call --engine bounded
//@ truth: fails
//@ verdict: unknown(unsupported)
// What is known and not modelled is unsupported through a pointer too.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

extern int frexp_calls;
extern double frexp(double, int *);

int main(void)
{
    double (*f)(double, int *) = frexp;
    int e = 0;
    f(8.0, &e);
    if (e == 4)
        reach_error();
    return 0;
}
