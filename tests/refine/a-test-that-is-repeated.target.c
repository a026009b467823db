//@ run: refine %s tests/refine/a-test-that-is-repeated.source.c
//@ truth: holds
//@ verdict: true
// Zero the first time and one the second: a source that waits for the second read follows.
int x;
int f(void)
{
    return x || x;
}
