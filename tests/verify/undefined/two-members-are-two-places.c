//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
// Effects on different objects need no order.
extern int __VERIFIER_nondet_int(void);

struct pair { int a, b; };

int main(void)
{
    struct pair p = { 1, 2 }, *q = &p;
    int x[2] = { 0, 1 }, i = 0, j = 1;
    q->a = q->b++;
    x[0] = x[1]++;
    x[i++] = x[j--] + 1;
    return i != 1 || j != 0 || p.a != 2;
}
