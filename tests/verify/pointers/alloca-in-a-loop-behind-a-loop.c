//@ run: verify %s --property valid-deref --cpu-time 60
//@ truth: holds
//@ verdict: true
// Nothing is asked behind the end of the blocks, so that as many as there are live as long as it matters.
extern int __VERIFIER_nondet_int(void);

static int use(int n)
{
    int *first = 0;
    for (int i = 0; i < n; i++) {
        int *p = __builtin_alloca(sizeof *p);
        *p = i;
        if (i == 0)
            first = p;
    }
    return first ? *first : 0;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    return use(n);
}
