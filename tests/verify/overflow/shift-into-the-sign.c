//@ run: verify %s --property no-overflow --reproducer %t.c
//@ truth: fails
//@ verdict: false(no-overflow)
//@ shows: reproducer: confirmed by cc
// The byte is promoted to `int`, and one above 127 does not fit there when shifted by 24.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    unsigned char high = __VERIFIER_nondet_uchar();
    unsigned word = high << 24; //~ violated no-overflow
    return word != 0;
}
