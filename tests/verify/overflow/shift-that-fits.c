//@ run: verify %s --property no-overflow
//@ truth: holds
//@ verdict: true
// A byte shifted by 23 fits an `int`, and so does a small negative number doubled. Unsigned bits
// may be lost.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);

int main(void)
{
    unsigned char high = __VERIFIER_nondet_uchar();
    int word = high << 23;
    int twice = __VERIFIER_nondet_short() << 1;
    unsigned lost = (unsigned)high << 31;
    return word != twice && lost != 0 && 1 << 30 != 0;
}
