//@ run: verify %s --property memsafety
//@ truth: holds
//@ verdict: true
// No more bytes than asked for.
#include <unistd.h>

int main(void)
{
    char block[16];
    ssize_t n = read(0, block, sizeof block);
    return n > 0 ? block[n - 1] : 0;
}
