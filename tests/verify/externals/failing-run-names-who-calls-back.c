//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: calls each, which calls back
//@ hides: %callbacks
// Who calls back is told under its own name.
extern void reach_error(void);
extern void each(void (*)(int));

static void visit(int x)
{
    if (x == 3)
        reach_error(); //~ violated unreach-call
}

int main(void)
{
    each(visit);
    return 0;
}
