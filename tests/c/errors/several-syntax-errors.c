//@ run: verify %s --property unreach-call
// The parser goes on after a mistake and reports the next one.
int first(void)
{
    int x = 3
    return x; //~ error[E0110]: expected `;` after declaration
}

int second(int a, int b)
{
    if (a < b { //~ error[E0110]: expected `)`, found `{`
        return a;
    }
    return b;
}

int third(void)
{
    return (1 + ; //~ error[E0110]: expected an expression
}

struct s { int a int b; }; //~ error[E0110]: expected `;` after member declaration
