//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A function that was handed out may be called, more than once.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void on_event(void (*)(void));
static int count;
static void handler(void) { count++; }
int main(void)
{
    on_event(handler);
    if (count == 2)
        reach_error(); //~ violated unreach-call
    return 0;
}
