//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A record that the handler is passed holds anything.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct event {
    int kind;
    char text[8];
};
extern void on_event(void (*)(struct event));
static int last;
static void handler(struct event event) { last = event.kind; }
int main(void)
{
    on_event(handler);
    if (last == 77)
        reach_error(); //~ violated unreach-call
    return 0;
}
