//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
// Initialising a `const` object is no write to it.
extern int __VERIFIER_nondet_int(void);

struct pair { int a, b; };

int main(void)
{
    int x = __VERIFIER_nondet_int();
    const struct pair p = { x, 2 };
    const int a[3] = { 1, 2, 3 };
    const char s[] = "abc";
    const int *q = &p.b;
    return *q + a[1] + s[2] == 0;
}
