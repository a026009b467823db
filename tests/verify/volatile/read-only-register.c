//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// What the program may not write the device may.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern const volatile int ticks;
int main(void)
{
    int a = ticks;
    if (ticks != a)
        reach_error(); //~ violated unreach-call
    return 0;
}
