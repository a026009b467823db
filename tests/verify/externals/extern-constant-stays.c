//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// An extern constant has an unknown value, and always the same.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void tick(void);
extern const int version;
int main(void)
{
    int before = version;
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    tick();
    if (version != before)
        reach_error();
    return sum;
}
