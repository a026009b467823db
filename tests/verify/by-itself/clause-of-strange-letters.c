//@ run: verify %s --function f
// A minus of typographers is none of ours.
//@ requires x > −5; //~ error[E0950]: this character is part of no clause
int f(int x)
{
    return x;
}
