//@ run: refine %s examples/refine/store-forwarding.source.c
//@ truth: holds
//@ verdict: true
// A load behind a store, replaced by what was stored: the target.
// The source may read what it has just written.
int x;

int put(int v)
{
    x = v;
    return v;
}
