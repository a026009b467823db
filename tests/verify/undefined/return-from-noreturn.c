//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// A function that is declared not to return does.
extern int __VERIFIER_nondet_int(void);

_Noreturn static void stop(int status)
{
    if (status)
        __builtin_trap();
} //~ violated undefined

int main(void)
{
    stop(__VERIFIER_nondet_int());
}
