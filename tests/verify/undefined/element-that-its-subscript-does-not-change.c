//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
// No element is the one that it says to read.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[4] = {1, 2, 3, 0};
    int k = __VERIFIER_nondet_int() & 3;
    int x = a[a[k]++];
    return x;
}
