//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Whatever the form of the result: it is a value before anything is cleaned up.
extern void reach_error(void);
static int k;
static double d;
static void reset(int *guard)
{
    k = 100 + *guard;
    d = 100.0;
}
static int chosen(int start)
{
    int guard __attribute__((cleanup(reset))) = 0;
    k = start;
    return k ? k * 2 : 7;
}
static double real(void)
{
    int guard __attribute__((cleanup(reset))) = 0;
    d = 0.5;
    return d;
}
static int from_a_loop(int n)
{
    for (;;) {
        int guard __attribute__((cleanup(reset))) = n;
        k = 3;
        if (n >= 0)
            return k;
        n++;
    }
}
int main(void)
{
    int n = 1;
    if (chosen(4) != 8 || chosen(0) != 7)
        reach_error();
    if (real() != 0.5)
        reach_error();
    if (from_a_loop(n & 1) != 3)
        reach_error();
    return 0;
}
