//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// read does not end what it reads.
#include <unistd.h>

int main(void)
{
    char block[16];
    ssize_t n = read(0, block, sizeof block);
    if (n > 0)
        block[n] = 0; //~ violated valid-deref
    return 0;
}
