//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: unknown(unsupported)
// Compilers disagree about it: one does not clean up on such a way, another refuses it.
extern void reach_error(void);
static int k;
static void reset(int *guard)
{
    k = *guard;
}
int main(void)
{
    void *to = &&out;
    {
        int guard __attribute__((cleanup(reset))) = 1;
        goto *to;
    }
out:
    if (k != 0)
        reach_error();
    return 0;
}
