//@ run: verify %s --engine slicing --explain
//@ truth: holds
//@ verdict: unknown(inconclusive)
//@ shows: What is missing for a proof:
//@ shows: broken by the loop itself, from ...x = ...
//@ run: verify %s --engine slicing
//@ verdict: unknown(inconclusive)
//@ shows: `--explain` tells which loop and which lemma a proof lacks
//@ hides: broken by
// `x + y` stays what it is, and no lemma that is tried says so.
extern int input(void);
extern void reach_error(void);
int main(void)
{
    unsigned x = 5, y = 8;
    while (input()) {
        x += 3;
        y -= 3;
    }
    if (x == 5 && y != 8)
        reach_error();
    return 0;
}
