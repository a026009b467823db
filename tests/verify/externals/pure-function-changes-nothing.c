//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// GNU C has a word for functions that only look.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern int checksum(const int *) __attribute__((pure));
int g;
int main(void)
{
    int x = 1;
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    checksum(&x);
    if (x != 1 || g != 0)
        reach_error();
    return sum;
}
