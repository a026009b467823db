//@ run: refine %s tests/refine/a-division-that-is-hoisted.source.c
//@ truth: fails
//@ verdict: false(refinement)
// Where b is zero and x too, only the target divides.
int x, y;
void f(int a, int b)
{
    int t = a / b;
    if (x)
        y = t;
}
