//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The contract of a function without body; its prototype names no parameter.
#include <stddef.h>
extern void reach_error(void);
//@ ensures \result > 5;
extern int level(int, const char *, size_t, int (*)(int), unsigned char [4]);
int main(void)
{
    unsigned char bytes[4] = {0};
    if (level(1, "x", 2, 0, bytes) < 6)
        reach_error();
    return 0;
}
