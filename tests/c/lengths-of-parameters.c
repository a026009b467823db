//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The length of an array parameter is computed when the function is called.
extern void reach_error(void);
static int called;
static int counted(void)
{
    return ++called;
}
static int f(int n, int a[n++], int b[][counted()])
{
    (void)a, (void)b;
    return n;
}
static int old_style(n, a) int n; int a[n];
{
    return a[n];
}
int main(void)
{
    int a[2] = { 1, 2 }, b[1][1];
    if (f(1, a, b) != 2 || called != 1)
        reach_error();
    if (old_style(1, a) != 2)
        reach_error();
    return 0;
}
