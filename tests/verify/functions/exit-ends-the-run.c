//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Nothing runs after exit or abort.
extern void reach_error(void);
extern void exit(int) __attribute__((noreturn));
extern void abort(void) __attribute__((noreturn));
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    if (__VERIFIER_nondet_int())
        exit(0);
    else
        abort();
    reach_error();
}
