//@ run: verify %s --function f
// C would compare the result of the first comparison.
//@ requires !(0 <= y < 3); //~ error[E0950]: a chain of comparisons stands inside of an expression
int f(int y)
{
    return y;
}
