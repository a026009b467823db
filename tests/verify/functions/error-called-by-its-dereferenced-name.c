//@ run: verify %s --property unreach-call
//@ run: verify %s --property unreach-call --engine bounded
//@ truth: fails
//@ verdict: false(unreach-call)
// A name in parentheses, with a star before it, is the function all the same.
extern int __VERIFIER_nondet_int(void);

extern void __VERIFIER_error(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    (*__VERIFIER_error)(); //~ violated unreach-call
    return 0;
}
