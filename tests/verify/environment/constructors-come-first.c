//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The smaller number first, those without one last, and those of the array among them.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int order = 0;
static void third(void) __attribute__((constructor));
static void third(void)
{
    order = order * 10 + 3;
}
__attribute__((constructor(202))) static void second(void)
{
    order = order * 10 + 2;
}
__attribute__((constructor(101))) static void first(void)
{
    order = order * 10 + 1;
}
static void fourth(void)
{
    order = order * 10 + 4;
}
__attribute__((used, section(".init_array"))) static void (*entry)(void) = fourth;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        ;
    if (order != 1234)
        reach_error();
    return 0;
}
