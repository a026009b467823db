//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: unknown(unsupported)
// `fail` is `reach_error` to the linker.
extern void reach_error(void);
extern void fail(void);
__asm__(".globl fail\n.set fail, reach_error");
int main(void)
{
    fail();
    return 0;
}
