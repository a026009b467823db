//@ run: verify %s --function f
// A name that is not known at the place of the clause.
//@ requires y > 0; //~ error[E0952]: this cannot be read here: unknown name `y`
int f(int x)
{
    return x;
}
