//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
// No room for six letters: the call fails, and looks at nothing in front of the name.
#include <stdlib.h>
int main(void)
{
    char name[] = "abc";
    return mkstemp(name) >= 0;
}
