//@ run: verify %s
//@ truth: fails
//@ verdict: false(def-behavior)
// The six letters at the end are replaced.
#include <stdlib.h>
int main(void)
{
    return mkstemp("log-XXXXXX") < 0; //~ violated read-only
}
