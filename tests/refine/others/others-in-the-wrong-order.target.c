//@ run: refine %s tests/refine/others/others-in-the-wrong-order.source.c
//@ truth: fails
//@ verdict: false(refinement)
// Others write x first, and may be interrupted before they write y.
//@ env "others-in-the-wrong-order.env.c";
//@ requires x == 0 && y == 0;
int x, y;
int f(void)
{
    int a = x;
    int b = y;
    return a && !b;
}
