//@ run: refine %s tests/refine/others/locals-of-others-are-bounded.source.c
//@ truth: holds
//@ verdict: true
// What others write is what their local holds, and that goes from 1 to 3.
//@ env "locals-of-others-are-bounded.env.c";
//@ requires x >= 0 && x <= 3;
int x;
int f(void)
{
    return x < 0;
}
