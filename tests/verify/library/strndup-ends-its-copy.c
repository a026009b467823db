//@ run: verify %s --property valid-memsafety
//@ truth: holds
//@ verdict: true
// A copy of a part has an end.
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char s[3] = {'a', 'b', 'c'};
    char *copy = strndup(s, 3);
    int last = copy[3];
    free(copy);
    return last;
}
