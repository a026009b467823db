//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
// A comma, a call, `&&` and `?:` put effects in order.
extern int __VERIFIER_nondet_int(void);

static int same(int x)
{
    return x;
}

int main(void)
{
    int i = __VERIFIER_nondet_int() & 7, j;
    i = (i++, i + 1);
    i = same(i++);
    j = i++ && i;
    j = i++ ? i : -i;
    i = i + j;
    return i < 0;
}
