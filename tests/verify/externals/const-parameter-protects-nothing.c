//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A pointer to const can be cast back, if the object itself is not const (C17 6.7.3p6).
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void look(const int *);
int main(void)
{
    int x = 0;
    look(&x);
    if (x != 0)
        reach_error(); //~ violated unreach-call
    return 0;
}
