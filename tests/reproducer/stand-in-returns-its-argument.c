//@ run: verify %s --reproducer %t.c --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: confirmed by cc
// A pointer that is returned leads to the object of the program that it leads to in the run.
extern void reach_error(void);
extern int *pick(int *, int *);
int main(void)
{
    int a = 1, b = 2;
    int *p = pick(&a, &b);
    if (p == &b)
        reach_error(); //~ violated unreach-call
    return 0;
}
