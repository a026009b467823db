//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: unknown(unsupported)
// What has no body in C has one in assembly.
extern void reach_error(void);
extern int five(void);
__asm__(".globl five\nfive: mov $5, %eax\n ret");
int main(void)
{
    if (five() == 5)
        reach_error();
    return 0;
}
