//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A definition in the old style promotes its arguments by default and converts them to the declared types.
extern void reach_error(void);

int add(a, b, c)
    int a;
    char b;
    float c;
{
    return a + b + (int)c;
}

unannounced(x) { return x + 1; }

static long (*choose(which, f, g))(int)
    int which;
    long (*f)(int), (*g)(int);
{
    return which ? f : g;
}

static long half(int x) { return x / 2; }
static long same(int x) { return x; }

int main()
{
    if (add(1, 258, 3.75) == 6 && unannounced(4) == 5 && choose(1, half, same)(8) == 4
        && choose(0, half, same)(8) == 8)
        reach_error(); //~ violated unreach-call
    return 0;
}
