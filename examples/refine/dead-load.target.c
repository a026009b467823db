//@ run: refine %s examples/refine/dead-load.source.c
//@ truth: holds
//@ verdict: true
// A load whose value is not used, removed: the target.
// What is not used need not be read.
int x;

int zero(void)
{
    return 0;
}
