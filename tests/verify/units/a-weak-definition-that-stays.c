//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
extern void reach_error(void);
__attribute__((weak)) int chosen(void) { return 1; }
int main(void)
{
    if (chosen() == 1)
        reach_error(); //~ violated unreach-call
    return 0;
}
