//@ over: int x, int p, int i
//@ run: invariants %s --seeds precondition --ints unbounded
//@ source: Karpenkov, Monniaux: Formula Slicing: Inductive Invariants from Preconditions, Fig. 1
//@ means: 28: p != 0 ? x >= 0 : x < 0
//@ shows: integers are mathematical: overflow is not considered (`--ints unbounded`)
//@ hides: 2147483647
//@ run: invariants %s --seeds precondition
//@ means: 28: 1
//@ run: verify %s --engine slicing --ints unbounded
//@ verdict: true
//@ shows: integers are mathematical
//@ run: verify %s --engine slicing --ints unbounded --seeds precondition --strategy destructive
//@ verdict: true
// The paper's own loop, without a bound on `x`: its numbers do not overflow, and with such numbers
// its invariant is found. Those of the machine do, and doubling may change the sign.
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
    for (int i = 0; i < input(); i++)
        x *= 2;
    if (p ? x < 0 : x >= 0)
        reach_error();
    return 0;
}
