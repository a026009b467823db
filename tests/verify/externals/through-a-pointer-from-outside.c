//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A pointer that comes from outside may lead to a function that is not of the program.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void (*callback)(int *);
int main(void)
{
    int x = 0;
    callback(&x);
    if (x != 0)
        reach_error(); //~ violated unreach-call
    return 0;
}
