//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Nobody can have changed it before it was given away.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void register_counter(int *);
extern void tick(void);
static int counter;
int main(void)
{
    tick();
    if (counter != 0)
        reach_error();
    register_counter(&counter);
    return 0;
}
