//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// What strchr gives is a part of the string.
#include <string.h>

extern void reach_error(void);

int main(void)
{
    char path[] = "a/b";
    char *slash = strchr(path, '/');
    if (!slash || slash != path + 1)
        reach_error();
    *slash = 0;
    if (strlen(path) != 1)
        reach_error();
    return 0;
}
