//@ run: verify %s --property unreach-call --property memsafety --engine directed
//@ truth: holds
//@ verdict: true
// The last three samples are moved on by a loop of three rounds, which needs no invariant.
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void)
{
    _Bool last[3] = { 0, 0, 0 };
    int n_alike = 3;
    for (;;) {
        for (int i = 2; i > 0; i--)
            last[i] = last[i - 1];
        last[0] = __VERIFIER_nondet_bool();
        n_alike = last[0] != last[1] ? 1 : n_alike < 3 ? n_alike + 1 : 3;
        int n_ones = 0;
        for (int i = 0; i < 3; i++)
            n_ones += last[i];
        if (n_alike == 3 && n_ones != 0 && n_ones != 3)
            reach_error();
    }
}
