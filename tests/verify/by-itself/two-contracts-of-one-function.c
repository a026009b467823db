//@ run: verify %s --function f
// One contract for each function.
//@ ensures \result >= x;
int f(int x);
//@ ensures \result <= y; //~ error[E0951]: `f` has another contract before this one
int f(int y)
{
    return y;
}
