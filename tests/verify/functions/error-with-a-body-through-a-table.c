//@ run: verify %s --property unreach-call
//@ run: verify %s --property unreach-call --engine bounded
//@ truth: fails
//@ verdict: false(unreach-call)
// The error function of the field has a body, and stands in a table.
extern int __VERIFIER_nondet_int(void);

extern void abort(void);
void reach_error(void)
{
    abort();
}

static void nothing(void)
{
}

static void (*const table[])(void) = {nothing, nothing, reach_error};

int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    unsigned i = __VERIFIER_nondet_int();
    if (i < 3)
        table[i](); //~ violated unreach-call
    return 0;
}
