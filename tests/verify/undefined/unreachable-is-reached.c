//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// The promise to the compiler is broken for other inputs.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    switch (__VERIFIER_nondet_int() & 3) {
    case 0:
    case 1:
    case 2:
        return 0;
    }
    __builtin_unreachable(); //~ violated undefined
}
