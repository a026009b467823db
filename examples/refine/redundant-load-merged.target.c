//@ run: refine %s examples/refine/redundant-load-merged.source.c
//@ truth: holds
//@ verdict: true
// Two loads merged into one: the target.
// The source may read twice in a row.
int x;

int twice(void)
{
    int a = x;
    int b = a;
    return a + b;
}
