//@ over: int x, int p, int i
//@ run: invariants %s --seeds precondition
//@ source: Karpenkov, Monniaux: Formula Slicing: Inductive Invariants from Preconditions, Fig. 1
//@ shows: the `for` loop in `main`
//@ means: 34: p != 0 ? x >= 0 : x < 0
//@ run: invariants %s --seeds precondition --strategy destructive --witness %t.yml
//@ means: 34: p != 0 ? x >= 0 : x < 0
//@ run: check %t.yml %s
//@ verdict: true
//@ run: invariants %s --seeds precondition --strategy syntactic
//@ means: 34: 1
//@ shows: nothing was found that always holds here
//@ run: verify %s --engine slicing --property unreach-call
//@ verdict: true
//@ run: verify %s --engine slicing --seeds precondition --strategy destructive --property unreach-call
//@ verdict: true
//@ run: verify %s --engine slicing --strategy syntactic --property unreach-call
//@ verdict: unknown(inconclusive)
// The sign of `x` follows `p` before the loop, and the loop keeps it; no convex domain sees that.
// The numbers of the paper do not overflow, so these are kept small. The syntactic strategy loses
// both lemmas, since the loop changes `x`.
extern int input(void);
extern void reach_error(void);
int main(void)
{
    int x = input(), p = input();
    if (p) {
        if (!(x >= 0))
            return 0;
    } else {
        if (!(x < 0))
            return 0;
    }
    for (int i = 0; i < input(); i++) {
        if (x < -1000000 || x > 1000000)
            return 0;
        x *= 2;
    }
    if (p ? x < 0 : x >= 0)
        reach_error();
    return 0;
}
