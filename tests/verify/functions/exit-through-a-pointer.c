//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Nor behind `exit`.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

extern void exit(int) __attribute__((noreturn));

int main(void)
{
    void (*stop)(int) = exit;
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    stop(0);
    reach_error();
    return 0;
}
