//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: unknown(unsupported)
// Nothing has changed between the two calls.
extern int number(void) __attribute__((pure));
extern void reach_error(void);

int main(void)
{
    int n = number();
    if (number() != n)
        reach_error();
    return 0;
}
