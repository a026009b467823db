//@ run: verify %s --function f
// A word that is nearly one of ours.
//@ ensure \result == 0; //~ error[E0950]: `requires`, `ensures`, `assigns`, `assert`, `invariant` or `loop invariant` is expected
int f(int x)
{
    return 1;
}
