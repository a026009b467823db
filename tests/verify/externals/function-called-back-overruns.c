//@ run: verify %s --property valid-memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// What the handler does wrong by itself is found.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void on_event(void (*)(int));
static int table[4];
static int n_events;
static void handler(int k) { table[n_events++] = k; } //~ violated valid-deref
int main(void)
{
    on_event(handler);
    return 0;
}
