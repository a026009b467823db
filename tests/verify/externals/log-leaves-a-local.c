//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Nobody outside knows a local variable whose address is never taken.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void log_it(const char *);
int main(void)
{
    int x = 0;
    log_it("here");
    if (x != 0)
        reach_error();
    return 0;
}
