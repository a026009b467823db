//@ run: verify tests/verify/units/input/tentative.c %s --property unreach-call
//@ truth: holds
//@ verdict: true
// As compilers had it for decades, and still have it with `-fcommon`.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern int read_shared(void);
int shared = 3; //~ warning[W0263]: `shared` is defined in two files
extern int table[];
int main(void)
{
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        ;
    if (shared != 3)
        reach_error();
    return 0;
}
