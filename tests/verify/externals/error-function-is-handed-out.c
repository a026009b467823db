//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Who is given the error function may call it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void on_event(void (*)(void));
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    on_event(reach_error); //~ violated unreach-call
    return sum;
}
