//@ run: invariants %s --seeds precondition --witness %t.yml
//@ source: Karpenkov, Monniaux: Formula Slicing: Inductive Invariants from Preconditions, App. A, Ex. 1
//@ shows: the `while` loop in `main`
//@ run: check %t.yml %s
//@ verdict: true
//@ run: verify %s
//@ verdict: true
// Over literals there is no strongest weakening of `(a && b) || (c && d)`; over lemmas there is.
// What is printed here must hold in the one transition that the loop has.
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
