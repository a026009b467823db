//@ run: refine %s tests/refine/a-float-is-not-compared.source.c
//@ truth: fails
//@ verdict: unknown(unsupported)
//@ shows: a write to `f`, which holds a floating-point number
// Others see another number; floating-point numbers are not modelled, so nothing is claimed.
double f;
void set(void)
{
    f = 1.5;
}
