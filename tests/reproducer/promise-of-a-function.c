//@ run: verify %s --function f --time 30 --reproducer %t.c
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: confirmed by cc
// What is said in a comment fails as code.
//@ requires 0 <= x < 100;
//@ ensures \result == x + 2; //~ violated unreach-call
int f(int x)
{
    return x + 1;
}
