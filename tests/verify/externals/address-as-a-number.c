//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// An address that is passed as a number can be turned back.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void dma(unsigned long);
int main(void)
{
    int x = 0;
    dma((unsigned long)&x);
    if (x != 0)
        reach_error(); //~ violated unreach-call
    return 0;
}
