//@ run: refine %s examples/refine/racy-subexpression.source.c
//@ truth: fails
//@ verdict: false(refinement)
//@ shows: it would be right if no other thread wrote `x`
// A common subexpression of what others write: the target.
// The second read must see what others wrote.
int x, y, z;

void copy(void)
{
    int t = x;
    y = t;
    z = t;
}
