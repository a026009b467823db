//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A function that is given the address of a variable may set it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void init(int *);
int main(void)
{
    int x = 0;
    init(&x);
    if (x != 0)
        reach_error(); //~ violated unreach-call
    return 0;
}
