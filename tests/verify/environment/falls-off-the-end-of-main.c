//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Reaching the end of `main` returns 0, also where something is done after it.
extern int on_exit(void (*)(int, void *), void *);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int told = 5;
static void handler(int status, void *argument)
{
    if (status != 0 || argument != &told)
        reach_error();
}
int main(void)
{
    on_exit(handler, &told);
}
