//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// Behind two pointers it may be one place or two: here one, if the input says so.
extern int __VERIFIER_nondet_int(void);

static int both(int *p, int *q)
{
    return *p + (*q)++; //~ violated undefined
}

int main(void)
{
    int x = 1, y = 2;
    int *q = __VERIFIER_nondet_int() == 77 ? &x : &y;
    return both(&x, q) != 3;
}
