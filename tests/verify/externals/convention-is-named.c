//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: `init` has no body: any result, any effect on memory that it can reach
//@ shows: free none of them
//@ shows: if `init` sets it
// The trust box says what such a call is taken to do, and not to do.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void init(int *);
int main(void)
{
    int x = 0;
    init(&x);
    if (x == 5)
        reach_error(); //~ violated unreach-call
    return 0;
}
