//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A pointer that comes back may be the one that was passed.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern int *pick(int *);
int main(void)
{
    int x;
    int *p = pick(&x);
    x = 0;
    if (p)
        *p = 5;
    if (x != 0)
        reach_error(); //~ violated unreach-call
    return 0;
}
