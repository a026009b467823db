//@ run: refine %s tests/refine/another-element.source.c
//@ truth: fails
//@ verdict: false(refinement)
// The neighbour is written.
int buf[3];
void put(int i, int v)
{
    if (i == 1)
        buf[0] = v;
    else if (i == 0 || i == 2)
        buf[i] = v;
}
