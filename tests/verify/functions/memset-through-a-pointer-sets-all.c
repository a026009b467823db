//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// And nothing else.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

extern void *memset(void *, int, __SIZE_TYPE__);

int main(void)
{
    void *(*set)(void *, int, __SIZE_TYPE__) = memset;
    int x = 1;
    int y = 2;
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    set(&x, 0, sizeof x);
    if (x != 0 || y != 2)
        reach_error();
    return 0;
}
