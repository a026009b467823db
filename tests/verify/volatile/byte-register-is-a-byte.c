//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Any value of its type, and no other.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static volatile unsigned char data;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    int c = data;
    if (c < 0 || c > 255)
        reach_error();
    return sum;
}
