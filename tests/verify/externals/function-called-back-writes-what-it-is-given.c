//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The pointer that the handler is passed may be the one that was handed out with it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void each(void (*)(int *), int *);
static void set(int *p)
{
    if (p)
        *p = 3;
}
int main(void)
{
    int x = 0;
    each(set, &x);
    if (x == 3)
        reach_error(); //~ violated unreach-call
    return 0;
}
