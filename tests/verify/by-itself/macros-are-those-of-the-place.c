//@ run: verify %s --function f --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// A macro in a clause has the value that it has there.
#define LIMIT 5
//@ ensures \result == LIMIT; //~ violated unreach-call
int f(int x)
{
    return 4;
}
#undef LIMIT
#define LIMIT 4
