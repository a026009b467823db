//@ run: verify %s --function f --time 30
//@ truth: holds
//@ verdict: true
// Comparisons that bits are taken of stay apart, as in C.
void f(int a, int b, int c, int d)
{
    if (a != 0 || b != 1 || c != 2 || d != 3)
        return;
    //@ assert a < b & c < d;
}
