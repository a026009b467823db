//@ run: verify %s --property valid-deref --engine bounded --cpu-time 4
//@ truth: holds
//@ verdict: unknown(timeout)
// Blocks of a loop live on until the function returns: here, to the end of the program.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int *first = __builtin_alloca(sizeof *first);
    *first = 0;
    for (int i = 0; i < n; i++) {
        int *p = __builtin_alloca(sizeof *p);
        *p = i;
        *first = *p;
    }
    return *first;
}
