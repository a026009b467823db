//@ over: int x, int y, int p, int c, int s
//@ run: invariants %s --seeds precondition --witness %t.yml
//@ source: Karpenkov, Monniaux: Formula Slicing: Inductive Invariants from Preconditions, Fig. 3
//@ means: 21: (p == 1 || p == 2) && (s ? p == 1 : p == 2)
//@ means: 24: (p == 1 || p == 2) && (s ? p == 1 : p == 2) && c == 100
//@ run: check %t.yml %s
//@ verdict: true
//@ run: verify %s --engine slicing --property unreach-call
//@ verdict: true
// Two nested loops: what is known of `p` comes from before both, `c` from between them. The text
// of the paper leaves out one lemma of the expansion, `!s ==> p == 2`; the others are its own.
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
