//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
//@ shows: Holds, but vacuously
// The loop never ends, so nothing behind it is asked.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    unsigned n = 0;
    int x = __VERIFIER_nondet_int();
    while (n % 2 == 0)
        n += 2;
    if (x == 7)
        reach_error();
    return 0;
}
