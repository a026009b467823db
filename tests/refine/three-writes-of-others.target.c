//@ run: refine %s tests/refine/three-writes-of-others.source.c
//@ truth: fails
//@ verdict: false(refinement)
// Others have to write 1, 2 and 3, in this order, between the reads.
int x;
int f(void)
{
    int a = x;
    int b = x;
    int c = x;
    return a == 1 && b == 2 && c == 3;
}
