//@ run: verify %s --property unreach-call --reproducer %t.c
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: confirmed by cc
// What the library's own function would return does not matter.
extern void reach_error(void);
extern int rand(void);
int main(void)
{
    if (rand() == -5)
        reach_error(); //~ violated unreach-call
    return 0;
}
