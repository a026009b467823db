//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A typedef name can be hidden by a variable or member; tags and labels have name spaces of their own.
extern void reach_error(void);

typedef int T;
struct T { T T; };

static int f(T T)
{
    return T;
}

int main(void)
{
    T a = 1;
    {
        char T = 2;
        a += T * 3 + sizeof(T);
    }
    struct T t = { .T = 4 };
    enum { x = 5 } e = x;
    {
        int size = sizeof(enum { x, y = 8 });
        a += size + y + x;
    }
    goto T;
T:
    if (a == 1 + 7 + 4 + 8 && t.T == 4 && f(6) == 6 && e == 5)
        reach_error(); //~ violated unreach-call
    return 0;
}
