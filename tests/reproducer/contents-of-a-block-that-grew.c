//@ run: verify %s --property unreach-call --reproducer %t.c
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: confirmed by cc
// What a block gains by `realloc` holds any bytes, zero among them, and what was there stays.
#include <stdlib.h>
extern void reach_error(void);
int main(void)
{
    unsigned char *p = malloc(2);
    p[0] = 5;
    p = realloc(p, 4);
    if (p[0] == 5 && p[1] == 77 && p[2] == 0 && p[3] == 9)
        reach_error(); //~ violated unreach-call
    return 0;
}
