//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
// What lies above -1 is truncated to 0.

int main(void)
{
    float f = -0.99f;
    unsigned u = (unsigned)f;
    return u != 0;
}
