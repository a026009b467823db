//@ run: refine %s examples/refine/first-iteration-peeled.source.c
//@ truth: holds
//@ verdict: true
// The first iteration of a loop, peeled: the target.
// Right whatever others do.
int i, n, x;

void count(void)
{
    if (i < n) {
        x = x + 1;
        i = i + 1;
        while (i < n) {
            x = x + 1;
            i = i + 1;
        }
    }
}
