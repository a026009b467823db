//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
// A cast makes it an `unsigned` first, of which the field keeps the low bits.
struct {
    unsigned u : 3;
} s;
int main(void)
{
    double d = 9.0;
    s.u = (unsigned)d;
    s.u = 7.9;
    return 0;
}
