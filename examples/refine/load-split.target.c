//@ run: refine %s examples/refine/load-split.source.c
//@ truth: fails
//@ verdict: false(refinement)
//@ shows: it would be right if no other thread wrote `x`
// One load made two: the target.
// Others write x between the two loads.
int x;

int twice(void)
{
    int a = x;
    int b = x;
    return a + b;
}
