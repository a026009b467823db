//@ run: refine %s tests/refine/undefined-in-the-source.source.c
//@ truth: holds
//@ verdict: true
// Where the source divides by zero it may do anything.
int x;
int f(int d)
{
    if (d == 0)
        return 7;
    return 100 / d;
}
