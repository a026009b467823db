//@ run: verify %s --property memsafety
//@ truth: holds
//@ verdict: true
// What a condition makes lives through the branches.
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    int *p;
    if ((p = (int[]){ n, 2 })[0] == 1)
        n = p[1];
    else
        n = p[0];
    return 0;
}
