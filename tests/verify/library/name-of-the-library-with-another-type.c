//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Its type says that this is not the function of the C library.
extern void select(int port);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int g = 1;

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    while (n > 0)
        n--;
    select(3);
    if (g != 1)
        reach_error(); //~ violated unreach-call
    return 0;
}
