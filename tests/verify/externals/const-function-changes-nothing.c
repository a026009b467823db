//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
extern int square(int) __attribute__((const));
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int g = 1;

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    while (n > 0)
        n--;
    int nine = square(3);
    if (g != 1)
        reach_error();
    return nine;
}
