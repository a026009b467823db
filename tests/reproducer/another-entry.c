//@ run: verify %s --property unreach-call --reproducer %t.c --entry f
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: confirmed by cc
// Runs start at `f`, and there is no `main`.
extern void reach_error(void);
int f(short x, float y)
{
    if (x == -77 && y == 2.0f)
        reach_error(); //~ violated unreach-call
    return 0;
}
