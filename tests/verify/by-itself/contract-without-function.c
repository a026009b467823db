//@ run: verify %s --function f
// A contract stands before a function.
//@ requires x > 0; //~ error[E0951]: there is no function behind this contract
int x;
int f(void)
{
    return x;
}
