//@ run: verify %s --function f
// Brackets come in pairs.
//@ requires (x > 0; //~ error[E0950]: a bracket is not closed
int f(int x)
{
    return x;
}
