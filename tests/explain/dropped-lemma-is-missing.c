//@ run: verify %s --engine slicing --explain --property unreach-call
//@ truth: holds
//@ verdict: unknown(inconclusive)
//@ shows: What is missing for a proof:
//@ shows: broken by the loop itself, from ...x = ...
//@ run: verify %s --engine slicing --property unreach-call
//@ verdict: unknown(inconclusive)
//@ shows: `--explain` tells which loop and which lemma a proof lacks
//@ hides: broken by
// `s` is the sum of the numbers below `x`, which is not linear, and no lemma that is tried says so.
extern int input(void);
extern void reach_error(void);
int main(void)
{
    unsigned x = 0, s = 0;
    while (input() && x < 1000) {
        s += x;
        x++;
    }
    if (x == 3 && s != 3)
        reach_error();
    return 0;
}
