//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The first element was written, the others were not.
extern void reach_error(void);
int main(void)
{
    unsigned a[4], sum = 0;
    a[0] = 5u;
    for (int i = 0; i < 4; i++)
        sum += a[i] * 7919u;
    if (sum == 123456789u && a[1] != a[2])
        reach_error(); //~ violated unreach-call
    return 0;
}
