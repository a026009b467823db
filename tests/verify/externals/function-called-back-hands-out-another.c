//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A handler that is called back may hand out a second one.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void on_event(void (*)(void));
static int count;
static void second(void) { count = 7; }
static void first(void) { on_event(second); }
int main(void)
{
    on_event(first);
    if (count == 7)
        reach_error(); //~ violated unreach-call
    return 0;
}
