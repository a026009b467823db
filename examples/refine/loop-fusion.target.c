//@ run: refine %s examples/refine/loop-fusion.source.c
//@ truth: holds
//@ verdict: unknown(inconclusive)
// Two loops over variables of one's own, fused: the target.
// Nobody sees x and y before the end, but step by step the source would have to know there
// how often the loop runs.
//@ private x, y;
int x, y;

int both(int n)
{
    for (int i = 0; i < n; i++) {
        x = x + 1;
        y = y + 2;
    }
    return x + y;
}
