//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// How long a text is, nobody promises.
#include <string.h>
int main(void)
{
    char *text = strerror(2);
    return text[1000]; //~ violated valid-deref
}
