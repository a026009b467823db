//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The linker calls it `reach_error`.
extern void fail(void) __asm__("reach_error");
int main(void)
{
    fail(); //~ violated unreach-call
    return 0;
}
