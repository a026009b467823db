//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Whoever sets a _Bool, it is 0 or 1.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void tick(_Bool *);
_Bool flag;
int main(void)
{
    _Bool own = 0;
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    tick(&own);
    if (flag > 1 || own > 1)
        reach_error();
    return sum;
}
