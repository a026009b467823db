//@ run: verify %s --property unreach-call --reproducer %t.c
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: confirmed by cc
// Variables and objects of another file start with any value.
extern void reach_error(void);
extern unsigned long limit;
extern struct { char name[8]; int size; } config;
extern int table[8];
int main(void)
{
    if (limit == 123456789012ul && config.size == 77 && config.name[3] == 'x' && table[5] == -6)
        reach_error(); //~ violated unreach-call
    return 0;
}
