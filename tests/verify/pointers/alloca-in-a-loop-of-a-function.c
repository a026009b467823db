//@ run: verify %s --property valid-deref
//@ truth: holds
//@ verdict: true
// Two blocks of one `alloca` are alive at once, and stay so until the return.
extern int __VERIFIER_nondet_int(void);

static int use(void)
{
    int *before = 0;
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        int *p = __builtin_alloca(sizeof *p);
        *p = i;
        if (before)
            sum += *before;
        before = p;
    }
    return sum;
}

int main(void)
{
    return use();
}
