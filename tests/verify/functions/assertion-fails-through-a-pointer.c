//@ run: verify %s --property unreach-call
//@ run: verify %s --property unreach-call --engine bounded
//@ truth: fails
//@ verdict: false(unreach-call)
// What `assert` calls, called through a pointer.
extern int __VERIFIER_nondet_int(void);

extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((noreturn));

int main(void)
{
    void (*fail)(const char *, const char *, unsigned, const char *) = __assert_fail;
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    if (n == 3)
        fail("n != 3", "f.c", 1, "main"); //~ violated assertion
    return 0;
}
