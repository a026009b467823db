//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The end of what was copied.
#define _GNU_SOURCE
#include <string.h>

extern void reach_error(void);

int main(void)
{
    char to[8];
    char *end = stpcpy(stpcpy(to, "ab"), "cd");
    if (end != to + 4 || strcmp(to, "abcd"))
        reach_error();
    return 0;
}
