//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The number that the handler is passed is anybody's choice.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void on_event(void (*)(int));
static int last;
static void handler(int k)
{
    if (k > 0 && k < 5)
        last = k;
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    on_event(handler);
    if (last == 4)
        reach_error(); //~ violated unreach-call
    return sum;
}
