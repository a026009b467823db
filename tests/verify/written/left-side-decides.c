//@ run: verify %s --property def-behavior --cpu-time 60
//@ truth: holds
//@ verdict: true
// The right side of `&&`, and a choice in it, is come to only where `value` was written.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int value, has = 0;
    if (__VERIFIER_nondet_int()) {
        value = __VERIFIER_nondet_int();
        has = 1;
    }
    while (__VERIFIER_nondet_int())
        ;
    int chosen = has ? value : 1;
    if (has && value > 3)
        return 1;
    if (has && (value ? chosen : has))
        return 2;
    return chosen > 0 ? 3 : 0;
}
