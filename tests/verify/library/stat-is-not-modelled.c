//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: unknown(unsupported)
// It writes what it finds.
#include <sys/stat.h>
extern void reach_error(void);
int main(void)
{
    struct stat found;
    found.st_size = 0;
    if (stat("file", &found) == 0 && found.st_size > 0)
        reach_error();
    return 0;
}
