//@ run: verify %s --property unreach-call --engine directed
//@ truth: holds
//@ verdict: true
// Runs leave the short loops by `break`, `continue` and `goto`, and meet behind them.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int total = 0;
    while (total < 100) {
        int round = 0;
        for (int i = 0; i < 4; i++) {
            if (__VERIFIER_nondet_int())
                continue;
            for (int j = 3; j >= 0; j--) {
                if (__VERIFIER_nondet_int())
                    goto behind;
                round++;
            }
            if (round > 4)
                break;
        }
    behind:
        if (round > 8)
            reach_error();
        total += round + 1;
    }
    if (total > 108)
        reach_error();
    return 0;
}
