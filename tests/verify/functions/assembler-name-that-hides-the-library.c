//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// This `abs` is another function.
extern void reach_error(void);
extern int abs(int) __asm__("my_abs");
int my_abs(int x)
{
    return x;
}
int main(void)
{
    if (abs(-3) == -3)
        reach_error(); //~ violated unreach-call
    return 0;
}
