//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: unknown(unsupported)
// Its body is the assembly alone, which leaves a result.
extern void reach_error(void);
__attribute__((naked)) int five(void)
{
    __asm__("mov $5, %eax\n ret");
}
int main(void)
{
    if (five() == 5)
        reach_error();
    return 0;
}
