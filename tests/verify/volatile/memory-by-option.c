//@ run: verify %s --volatile memory --property unreach-call
//@ truth: holds
//@ verdict: true
//@ shows: volatile objects change only by
// With the convention of the field it is memory like any other.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static volatile int v;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    v = 1;
    if (v != 1)
        reach_error();
    return sum;
}
