//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// The result may be -1.
#include <unistd.h>

int main(void)
{
    char block[16];
    ssize_t n = read(0, block, sizeof block - 1);
    block[n] = 0; //~ violated valid-deref
    return 0;
}
