//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// A time that cannot be told gives null.
#include <time.h>

int main(void)
{
    time_t now = time(0);
    return localtime(&now)->tm_hour; //~ violated valid-deref
}
