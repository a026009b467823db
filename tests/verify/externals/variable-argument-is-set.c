//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Arguments behind the dots are passed like the others.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern int scan(const char *, ...);
int main(void)
{
    int x = 0;
    scan("%d", &x);
    if (x == 42)
        reach_error(); //~ violated unreach-call
    return 0;
}
