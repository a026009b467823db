//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
// A pointer that has been through another type is used at the right one.
extern int __VERIFIER_nondet_int(void);

static int twice(int x)
{
    return 2 * (x & 0xff);
}

int main(void)
{
    void (*any)(void) = (void (*)(void))twice;
    int (*f)(int) = (int (*)(int))any;
    return f(__VERIFIER_nondet_int()) == 1;
}
