//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The table holds the error function, and no run takes it from there.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int calls;

static void count(void)
{
    calls = 1;
}

static void (*const table[])(void) = {count, count, reach_error};

int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    unsigned i = __VERIFIER_nondet_int();
    if (i < 2) {
        table[i]();
        if (calls != 1)
            reach_error();
    }
    return 0;
}
