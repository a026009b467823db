//@ run: refine %s examples/refine/dead-store.source.c
//@ truth: holds
//@ verdict: true
// A store that is overwritten at once, removed: the target.
// The source may write twice in a row.
int x;

void set(void)
{
    x = 2;
}
