//@ run: verify %s --function f --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// A zero with another sign is equal, and another value.
//@ assigns \nothing; //~ violated unreach-call
void f(double *d)
{
    if (*d == 0)
        *d = -*d;
}
