//@ run: verify %s --property unreach-call --engine values
//@ truth: holds
//@ verdict: true
// A condition says that two unknown numbers are one, or one is a constant: that is known behind it, until one of
// them changes.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int agreed = 0, mine = 0, theirs = 0;
    while (1) {
        if (agreed == 0) {
            mine = __VERIFIER_nondet_int();
            theirs = __VERIFIER_nondet_int();
            if (mine == theirs)
                agreed = 1;
            else if (mine == 3)
                agreed = 2;
        } else if (agreed == 1) {
            if (mine != theirs)
                reach_error();
            theirs = __VERIFIER_nondet_int();
            agreed = 0;
        } else {
            if (mine != 3)
                reach_error();
            agreed = 0;
        }
    }
}
