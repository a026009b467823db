//@ run: refine %s tests/refine/a-divergent-target.source.c
//@ truth: holds
//@ verdict: true
//@ shows: that the target ends where the source does is not asked
// Whether the target ends is not asked, and the answer says so.
int x;
int f(int n)
{
    while (n > 0) {
        int r = x;
        n = r > 0 ? n : n + 0;
    }
    return 0;
}
