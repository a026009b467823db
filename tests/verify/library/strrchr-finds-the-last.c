//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The last of two.
#include <string.h>

extern void reach_error(void);

int main(void)
{
    const char *path = "/usr/lib";
    if (strcmp(strrchr(path, '/'), "/lib") != 0)
        reach_error();
    return 0;
}
