//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
//@ shows: Checks: 1 not reached by any run
//@ shows: Nothing was asked
// Nobody calls the function with the question.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
void test(int x)
{
    if (x == 7)
        reach_error();
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    while (n > 0)
        n--;
    return 0;
}
