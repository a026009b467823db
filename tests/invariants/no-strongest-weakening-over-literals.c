//@ over: int a, int b, int c, int d
//@ run: invariants %s --seeds precondition --witness %t.yml
//@ source: Karpenkov, Monniaux: Formula Slicing: Inductive Invariants from Preconditions, App. A, Ex. 1
//@ means: 19: (b || c && d) && (a && b || d) && !(a & ~1) && !(b & ~1) && !(c & ~1) && !(d & ~1)
//@ run: check %t.yml %s
//@ verdict: true
//@ run: verify %s --property unreach-call
//@ verdict: true
// Over literals there is no strongest weakening of `(a && b) || (c && d)`: `b || c && d` and
// `a && b || d` are both inductive, and none is stronger than both. Over the lemmas of its
// expansion there is one, which is both together. The rest says that the four are truth values.
extern int input(void);
extern void reach_error(void);
int main(void)
{
    int a = input() != 0, b = input() != 0, c = input() != 0, d = input() != 0;
    if (!((a && b) || (c && d)))
        return 0;
    while (input()) {
        if (!(a && b && c && d))
            return 0;
        a = 0;
        c = 0;
    }
    if (!b && !d)
        reach_error();
    return a + c;
}
