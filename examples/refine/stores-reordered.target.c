//@ run: refine %s examples/refine/stores-reordered.source.c
//@ truth: fails
//@ verdict: false(refinement)
// Two stores in the other order: the target.
// Others see y = 1 before x = 1.
int x, y;

void publish(void)
{
    y = 1;
    x = 1;
}
