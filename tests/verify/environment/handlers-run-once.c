//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
extern int atexit(void (*)(void));
extern void exit(int);
extern void _exit(int);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int n_calls = 0;
void handler(void)
{
    n_calls++;
    if (n_calls != 1)
        reach_error();
}
void never(void)
{
    reach_error();
}
int main(void)
{
    atexit(handler);
    int choice = __VERIFIER_nondet_int();
    if (choice == 1)
        exit(3);
    if (choice == 2) {
        atexit(never);
        _exit(0);
    }
    return 0;
}
