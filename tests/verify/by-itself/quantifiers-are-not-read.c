//@ run: verify %s --function f
// Nor are quantifiers.
//@ requires \forall integer i; 0 <= i < 3 ==> a[i] == 0; //~ error[E0950]: `requires`, `ensures`, `assigns`, `assert`, `invariant` or `loop invariant` is expected
int f(int a[3])
{
    return a[0];
}
