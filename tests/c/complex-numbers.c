//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: unknown(unsupported)
// Complex numbers are read; what they compute is not modelled yet.
extern void reach_error(void);

int main(void)
{
    double _Complex z = 3.0 + 4.0i;
    double _Complex w = z * z;
    __real__ z += 1;
    if (__real__ z == 4 && __imag__ z == 4 && __real__ w == -7 && __imag__ w == 24
        && sizeof(z) == 16)
        reach_error();
    return 0;
}
