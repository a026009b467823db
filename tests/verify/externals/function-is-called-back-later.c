//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// What one function without body was given, another one may call.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void on_event(void (*)(void));
extern void tick(void);
static int count;
static void handler(void) { count++; }
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    on_event(handler);
    count = 0;
    tick();
    if (count != 0)
        reach_error(); //~ violated unreach-call
    return sum;
}
