//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Its neighbour is not.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct device { int id; volatile int status; };
static struct device d;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    d.id = 1;
    d.status = n;
    if (d.id != 1)
        reach_error();
    return sum;
}
