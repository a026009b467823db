// The sign of `x` follows `p`, and the loop keeps it so.
// After Fig. 1 of Karpenkov and Monniaux, "Formula Slicing" (2016); there numbers do not overflow.
extern int input(void);
extern void reach_error(void);

int main(void)
{
    int x = input(), p = input();
    if (p) {
        if (x < 0)
            return 0;
    } else {
        if (x >= 0)
            return 0;
    }
    for (int i = 0; i < input(); i++) {
        if (x < -1000000 || x > 1000000)
            return 0;
        x *= 2;
    }
    if (p && x < 0)
        reach_error();
    if (!p && x >= 0)
        reach_error();
    return 0;
}

/* What the tests expect; in a comment of this kind, since Frama-C reads `//` with `@`.
#@ run: verify %s --property unreach-call
#@ verdict: true
#@ run: verify %s --engine slicing --property unreach-call
#@ verdict: true
#@ run: invariants %s --seeds precondition
#@ shows: p != 0 || x < 0
#@ shows: p == 0 || x >= 0
#@ hides: i == 0
*/
