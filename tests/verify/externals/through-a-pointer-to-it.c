//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A function without body does through a pointer what it does by its name.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void init(int *);
int main(void)
{
    void (*f)(int *) = init;
    int x = 0;
    f(&x);
    if (x != 0)
        reach_error(); //~ violated unreach-call
    return 0;
}
