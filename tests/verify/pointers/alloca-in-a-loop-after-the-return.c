//@ run: verify %s --property valid-deref
//@ truth: fails
//@ verdict: false(valid-deref)
// Of several blocks of one `alloca`, the first is as dead as the last.
extern int __VERIFIER_nondet_int(void);

static int *first;

static void make(int n)
{
    for (int i = 0; i < n; i++) {
        int *p = __builtin_alloca(sizeof *p);
        *p = i;
        if (i == 0)
            first = p;
    }
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 3)
        return 0;
    make(n);
    return *first; //~ violated valid-deref
}
