//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
// All cases are there.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    switch (__VERIFIER_nondet_int() & 1) {
    case 0:
        return 0;
    case 1:
        return 1;
    }
    __builtin_unreachable();
}
