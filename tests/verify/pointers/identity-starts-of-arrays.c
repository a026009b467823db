//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Arrays are apart.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int a[2], b[2];

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 3;
    int *p = n & 1 ? a : a + 1;
    if (p == b || p == b + 1)
        reach_error();
    return 0;
}
