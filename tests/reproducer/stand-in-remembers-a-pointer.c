//@ run: verify %s --reproducer %t.c --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: confirmed by cc
//@ shows: it stands in for functions without body: `register_counter`, `tick`
// One function is given the address, another one changes what is there.
extern void reach_error(void);
extern void register_counter(int *);
extern void tick(void);
static int counter[2];
int main(void)
{
    register_counter(&counter[1]);
    counter[1] = 0;
    tick();
    if (counter[1] == 3)
        reach_error(); //~ violated unreach-call
    return 0;
}
