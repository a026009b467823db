//@ run: refine %s tests/refine/what-is-constant-in-one-file-only.source.c
//@ truth: fails
//@ verdict: false(refinement)
// Only the source says that nobody writes it, so somebody may, between the two reads of the target.
extern int limit;

int f(void)
{
    int a = limit;
    int b = limit;
    return a == b;
}
