//@ run: verify %s --property unreach-call
//@ run: verify %s --property unreach-call --engine bounded
//@ truth: fails
//@ verdict: false(unreach-call)
// A pointer to `memset` sets memory.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

extern void *memset(void *, int, __SIZE_TYPE__);

int main(void)
{
    void *(*set)(void *, int, __SIZE_TYPE__) = memset;
    int x = 1;
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    set(&x, 0, sizeof x);
    if (x == 0)
        reach_error(); //~ violated unreach-call
    return 0;
}
