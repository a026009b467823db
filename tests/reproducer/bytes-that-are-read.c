//@ run: verify %s --property valid-deref --reproducer %t.c
//@ truth: fails
//@ verdict: false(valid-deref)
//@ shows: reproducer: confirmed by cc
// The subscript is what `read` gives.
#include <unistd.h>
int main(void)
{
    unsigned char message[4];
    int table[16] = { 0 };
    if (read(0, message, sizeof message) != sizeof message)
        return 0;
    if (message[0] != 1)
        return 0;
    return table[message[3]]; //~ violated valid-deref
}
