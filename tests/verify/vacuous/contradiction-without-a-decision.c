//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
//@ shows: Holds, but vacuously
// Only the assumptions keep runs from the error function.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n > 3);
    __VERIFIER_assume(n < 2);
    reach_error();
    return 0;
}
