//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// What a variable holds after its address was passed is any value.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void init(int *);
int main(void)
{
    int x;
    init(&x);
    if (x == 5)
        reach_error(); //~ violated unreach-call
    return 0;
}
