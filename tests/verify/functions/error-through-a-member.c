//@ run: verify %s --property unreach-call
//@ run: verify %s --property unreach-call --engine bounded
//@ truth: fails
//@ verdict: false(unreach-call)
// A record of operations, one of which fails.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct operations {
    int (*open)(int);
    void (*close)(void);
};

static int open_it(int x)
{
    return x;
}

static struct operations operations = {open_it, reach_error};

int main(void)
{
    struct operations *o = &operations;
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    if (o->open(n) == 5)
        o->close(); //~ violated unreach-call
    return 0;
}
