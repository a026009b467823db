//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// a ?: b is a, evaluated once, unless it is zero.
extern void reach_error(void);

static int calls;
static int next(void) { return calls++; }

int main(void)
{
    int first = next() ?: 7;
    int second = next() ?: 7;
    const char *name = (char *)0 ?: "default";
    double d = 0.0 ?: 2.5;
    if (first == 7 && second == 1 && calls == 2 && name[0] == 'd' && d == 2.5)
        reach_error(); //~ violated unreach-call
    return 0;
}
