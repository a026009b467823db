//@ run: verify %s --property def-behavior --cpu-time 60
//@ truth: holds
//@ verdict: true
// What a block held before it grew is there, and was written.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char *p = malloc(4);
    p[0] = p[1] = p[2] = p[3] = 'a';
    p = realloc(p, 8);
    while (__VERIFIER_nondet_int())
        ;
    int found = 0;
    if (p[3] == 'a')
        found = 1;
    free(p);
    return found;
}
