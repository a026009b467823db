//@ run: refine %s examples/refine/read-after-write.source.c
//@ truth: fails
//@ verdict: false(refinement)
//@ shows: it would be right if no other thread wrote `y`
// A read moved behind an own write: the target.
// The read sees what others write after they have seen x = 1.
int x, y;

int enter(void)
{
    x = 1;
    int r = y;
    return r;
}
