//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Any value of a bit-field of three bits is below eight.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static volatile struct { unsigned a : 3, b : 7; } r;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    if (r.a > 7 || r.b > 127)
        reach_error();
    return sum;
}
