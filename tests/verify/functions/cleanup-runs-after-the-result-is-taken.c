//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// `return locked` reads before the cleanup function writes.
extern void reach_error(void);
static int locked;
static void unlock(int *guard)
{
    locked = *guard;
}
static int hold(void)
{
    int guard __attribute__((cleanup(unlock))) = 0;
    locked = 1;
    return locked;
}
int main(void)
{
    if (hold() != 1)
        reach_error();
    if (locked != 0)
        reach_error();
    return 0;
}
