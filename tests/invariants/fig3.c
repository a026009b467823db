//@ run: invariants %s --seeds precondition --witness %t.yml
//@ source: Karpenkov, Monniaux: Formula Slicing: Inductive Invariants from Preconditions, Fig. 3
//@ shows: p == 2 || s != 0
//@ shows: s == 0 || p == 1
//@ shows: c == 100
//@ hides: x == 0
//@ hides: x == 1
//@ hides: y == 0
//@ run: check %t.yml %s
//@ verdict: true
//@ run: verify %s --engine slicing
//@ verdict: true
// Two nested loops: what is known of `p` comes from before both, `c` from between them.
extern int input(void);
extern void reach_error(void);
int main(void)
{
    int x = 0, y = 0, p, c, s = input();
    if (s)
        p = 1;
    else
        p = 2;
    while (input()) {
        x++;
        c = 100;
        while (input()) {
            if (p != 1 && p != 2)
                c = 0;
            y++;
        }
        if (c != 100)
            reach_error();
    }
    return x + y + s;
}
