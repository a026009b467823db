//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
// One behind a member may be computed, and whatever follows the last one may be there.
struct s { int x, a[2], last; };
int main(void)
{
    struct s s = { 1, { 2, 3 }, 4 };
    int *end = &s.x + 1, *same = &s.x - 0;
    return end == same || *(s.a + 1) != 3;
}
