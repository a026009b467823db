//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// Twelve characters and the terminator do not fit into eight bytes.
#include <stdio.h>
int main(void)
{
    char text[8];
    sprintf(text, "%s-%s", "hello", "world!"); //~ violated valid-deref
    return text[0];
}
