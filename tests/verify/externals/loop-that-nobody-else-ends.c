//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A hidden flag stays set.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void work(void);
static int running = 1;
int main(void)
{
    while (running)
        work();
    reach_error();
    return 0;
}
