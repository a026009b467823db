//@ run: verify %s -std=c23 --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
constexpr int size = 1'0;
static int table[size];
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    auto at = __VERIFIER_nondet_int();
    if (at >= 0 && at <= size)
        table[at] = 1; //~ violated valid-deref
    return 0;
}
