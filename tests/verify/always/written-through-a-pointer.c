//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The write does not name what it writes.
extern int __VERIFIER_nondet_int(void);
static int used, limit = 10;
//@ invariant used <= limit; //~ violated unreach-call

static void add(int *where, int n)
{
    if (n > 0 && n < 100)
        *where += n;
}

int main(void)
{
    add(&used, __VERIFIER_nondet_int());
    return 0;
}
