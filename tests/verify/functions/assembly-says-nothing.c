//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Directives about sections and comments change nothing.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
__asm__(".ident \"a text\"\n\t.section .note.GNU-stack,\"\",@progbits");
int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    if (n < 0 && sum != 0)
        reach_error();
    return 0;
}
