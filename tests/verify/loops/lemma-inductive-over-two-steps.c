//@ truth: holds
//@ run: verify %s --engine slicing --property unreach-call
//@ verdict: true
//@ run: verify %s --engine slicing --seeds precondition --property unreach-call
//@ verdict: unknown(inconclusive)
//@ run: verify %s --witness %t.yml --property unreach-call
//@ verdict: true
// That `x` is not 2 does not follow from its not having been 2 before, since `y` may be: only that
// `y` was masked one step earlier excludes it.
extern int input(void);
extern void reach_error(void);
int main(void)
{
    int x = 4, y = 9;
    while (input()) {
        int masked = x & 13;
        x = y;
        y = masked;
        if (x == 2)
            reach_error();
    }
    return 0;
}
