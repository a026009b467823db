//@ run: verify %s --property unreach-call --reproducer %t.c
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: confirmed by cc
// New blocks hold what the run found in them.
extern void reach_error(void);
extern void *malloc(unsigned long);
int main(void)
{
    unsigned short *first = malloc(8), *second = malloc(8);
    if (first[2] * 7 == 7007 && second[1] == 3 * first[2])
        reach_error(); //~ violated unreach-call
    return 0;
}
