//@ run: verify %s
//@ truth: fails
//@ verdict: false(def-behavior)
// Nothing is told where the call fails.
#include <sys/stat.h>
int main(void)
{
    struct stat told;
    stat("/etc/passwd", &told);
    if (told.st_size > 0) //~ violated initialised
        return 1;
    return 0;
}
