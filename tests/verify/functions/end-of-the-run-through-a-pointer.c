//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Behind `abort` through a pointer nothing runs.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

extern void abort(void) __attribute__((noreturn));

int main(void)
{
    void (*stop)(void) = abort;
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    stop();
    reach_error();
    return 0;
}
