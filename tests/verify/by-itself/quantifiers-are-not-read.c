//@ run: verify %s --function f
// Nor are quantifiers.
//@ requires \forall integer i; 0 <= i < 3 ==> a[i] == 0; //~ error[E0950]: `\forall` is not read by Linchpin
int f(int a[3])
{
    return a[0];
}
