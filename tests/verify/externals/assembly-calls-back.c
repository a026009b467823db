//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Assembly that touches memory may call a function that it is given.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int count;
static void handler(void) { count++; }
int main(void)
{
    __asm__ volatile("call *%0" : : "r"(handler) : "memory");
    if (count == 1)
        reach_error(); //~ violated unreach-call
    return 0;
}
