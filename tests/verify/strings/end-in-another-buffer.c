//@ run: verify %s --property memsafety --cpu-time 5 --engine slicing
//@ truth: fails
//@ verdict: unknown(timeout)
// One of two buffers has an end, the other is read.
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    char a[5000], b[5000];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 4999)
        return 0;
    char *p = __VERIFIER_nondet_int() ? a : b;
    p[n] = 0;
    n = 0;
    while (a[n] != 0)
        n++;
    return n;
}
