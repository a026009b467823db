//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Once its address was given away, any later call may change it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void register_counter(int *);
extern void tick(void);
static int counter;
int main(void)
{
    register_counter(&counter);
    counter = 0;
    tick();
    if (counter == 3)
        reach_error(); //~ violated unreach-call
    return 0;
}
