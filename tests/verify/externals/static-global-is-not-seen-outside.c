//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A static variable whose address goes nowhere is known in this file only.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void tick(void);
static int g = 0;
int main(void)
{
    tick();
    if (g != 0)
        reach_error();
    return 0;
}
