//@ run: verify %s --reproducer %t.c --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: confirmed by cc
// A function without body is stood in for also where only its address is used.
extern void reach_error(void);
extern void init(int *);
int main(void)
{
    void (*set)(int *) = init;
    int x = 0;
    set(&x);
    if (x == 9)
        reach_error(); //~ violated unreach-call
    return 0;
}
