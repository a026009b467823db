//@ run: refine %s tests/refine/one-read-where-there-were-both.source.c
//@ truth: holds
//@ verdict: true
// Where x is zero the target does not read y; nobody sees that the source does.
int x, y;
int f(void)
{
    return x && y;
}
