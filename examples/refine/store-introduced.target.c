//@ run: refine %s examples/refine/store-introduced.source.c
//@ truth: fails
//@ verdict: false(refinement)
// A store on a way that had none: the target.
// Others see x = 1, which the source never writes.
//@ env preserves c;
int c, x;

void set(void)
{
    int old = x;
    x = 1;
    if (!c)
        x = old;
}
