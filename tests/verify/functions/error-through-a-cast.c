//@ run: verify %s --property unreach-call
//@ run: verify %s --property unreach-call --engine bounded
//@ truth: fails
//@ verdict: false(unreach-call)
// Whatever the type of the pointer on its way.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    void *p = (void *)reach_error;
    unsigned long address = (unsigned long)p;
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    ((void (*)(void))p)(); //~ violated unreach-call
    return address != 0;
}
