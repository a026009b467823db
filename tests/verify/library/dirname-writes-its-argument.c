//@ run: verify %s
//@ truth: fails
//@ verdict: false(def-behavior)
// POSIX lets it change the path, and it does.
#include <libgen.h>
int main(void)
{
    return dirname("/usr/lib")[0]; //~ violated read-only
}
