//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A device may have been told where it is.
extern void reach_error(void);
extern volatile int *device;
int main(void)
{
    volatile int v = 0;
    device = &v;
    if (v == 4711)
        reach_error(); //~ violated unreach-call
    return 0;
}
