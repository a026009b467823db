//@ run: verify %s --function f --time 30
// A result is no place.
//@ assigns \result; //~ error[E0955]: `\result` is no place that can be listed: a variable, its members, elements and what its pointers lead to
int f(int *p)
{
    return *p;
}
