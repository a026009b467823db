//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A pointer that comes back cannot lead to a variable that nobody was told of.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern int *pick(void);
int main(void)
{
    int x = 0, *q = &x;
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    int *p = pick();
    if (p)
        *p = 5;
    if (*q != 0)
        reach_error();
    return sum;
}
