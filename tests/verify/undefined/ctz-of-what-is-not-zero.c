//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
// A bit is set for certain.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_int();
    return __builtin_ctz(x | 4) > 2;
}
