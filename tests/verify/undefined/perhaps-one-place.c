//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
// Behind two pointers it may be one place or two: here it is two.
extern int __VERIFIER_nondet_int(void);

static int both(int *p, int *q)
{
    return *p + (*q)++;
}

int main(void)
{
    int x = 1, y = 2;
    return both(&x, &y) != 3;
}
