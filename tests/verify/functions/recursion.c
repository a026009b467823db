//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The ninety-one function gives ninety-one, by way of nested calls.
extern void reach_error(void);

static int f(int n)
{
    return n > 100 ? n - 10 : f(f(n + 11));
}

int main(void)
{
    if (f(50) == 91 && f(101) == 91 && f(102) == 92)
        reach_error(); //~ violated unreach-call
    return 0;
}
