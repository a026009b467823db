//@ run: refine %s tests/refine/a-division-that-is-sunk.source.c
//@ truth: holds
//@ verdict: true
// Where b is zero the source is undefined in any case, and may go on in any way.
int x, y;
void f(int a, int b)
{
    if (x)
        y = a / b;
}
