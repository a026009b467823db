//@ run: refine %s tests/refine/others/others-keep-their-order.source.c
//@ truth: holds
//@ verdict: true
// Others write y first. Who sees their x has their y: no order in which x comes first may be used
// against the target.
//@ env "others-keep-their-order.env.c";
//@ requires x == 0 && y == 0;
int x, y;
int f(void)
{
    int a = x;
    int b = y;
    return a && !b;
}
