//@ run: refine %s tests/refine/a-few-elements-of-an-array.source.c
//@ truth: holds
//@ verdict: true
// Only some elements are used, always the same; `a[*]` means them too.
//@ env preserves a[*];
//@ requires a[0] == 0;
int a[8];
int f(void)
{
    int first = a[2];
    a[0] = first;
    return first;
}
