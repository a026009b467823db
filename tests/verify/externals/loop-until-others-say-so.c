//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Another file may end the loop.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void work(void);
int running = 1;
int main(void)
{
    while (running)
        work();
    reach_error(); //~ violated unreach-call
    return 0;
}
