//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Copies up to the character.
#define _GNU_SOURCE
#include <string.h>

extern void reach_error(void);

int main(void)
{
    char to[8] = "xxxxxxx";
    char *end = memccpy(to, "ab;cd", ';', 5);
    if (end != to + 3 || to[3] != 'x')
        reach_error();
    return 0;
}
