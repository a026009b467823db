//@ run: verify %s
//@ truth: holds
//@ verdict: true
// And one for those that do not even look.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern int square(int) __attribute__((__const__));
int g;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    square(n);
    if (g != 0)
        reach_error();
    return sum;
}
