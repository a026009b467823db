//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
extern void reach_error(void);
int value = 1;
__attribute__((constructor)) static void prepare(void)
{
    value = 2;
}
int main(void)
{
    if (value == 2)
        reach_error(); //~ violated unreach-call
    return 0;
}
