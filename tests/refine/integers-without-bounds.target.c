//@ run: refine %s tests/refine/integers-without-bounds.source.c --ints unbounded
//@ truth: holds
//@ verdict: true
// Right of the integers of mathematics; of the machine's it is not.
int f(int a)
{
    return 1;
}
