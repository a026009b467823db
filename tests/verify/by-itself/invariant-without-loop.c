//@ run: verify %s --function f
// An invariant stands before a loop.
int f(int x)
{
    //@ loop invariant x > 0; //~ error[E0951]: there is no loop behind this invariant
    x = 1;
    return x;
}
