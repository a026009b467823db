//@ run: verify %s --property memsafety
//@ truth: holds
//@ verdict: true
// Pointers may point one past the end as long as nothing is accessed there.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[5] = { 0 };
    int n = __VERIFIER_nondet_int();
    int *end = a + 5;
    for (int *p = a; p < end; p++)
        *p += n & 1;
    return end[-1];
}
