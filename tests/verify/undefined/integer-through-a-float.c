//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
// A small integer survives the way through a double.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    short s = __VERIFIER_nondet_int() & 0xff;
    int i = (int)(double)s;
    return i == 1000;
}
