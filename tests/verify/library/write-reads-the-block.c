//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// The block is shorter than the count.
#include <unistd.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned sum = 0;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        sum += i;
    char block[4] = "abc";
    write(1, block, 8); //~ violated valid-deref
    return 0;
}
