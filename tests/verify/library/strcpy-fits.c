//@ run: verify %s --property memsafety
//@ truth: holds
//@ verdict: true
// The string and its end fit the buffer.
#include <string.h>

int main(void)
{
    char to[6];
    strcpy(to, "hello");
    return 0;
}
