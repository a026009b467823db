//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Handlers run in the reverse order, then destructors, the greater number first.
extern int atexit(void (*)(void));
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int order = 0;
void one(void)
{
    order = order * 10 + 1;
}
void two(void)
{
    order = order * 10 + 2;
}
__attribute__((destructor(101))) void last(void)
{
    if (order == 213 && __VERIFIER_nondet_int() == 9)
        reach_error(); //~ violated unreach-call
}
__attribute__((destructor)) void three(void)
{
    order = order * 10 + 3;
}
int main(void)
{
    atexit(one);
    atexit(two);
    return 0;
}
