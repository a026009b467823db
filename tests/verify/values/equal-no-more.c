//@ run: verify %s --property unreach-call --engine values
//@ truth: fails
//@ verdict: false(unreach-call)
// Two numbers were equal, and one of them has changed since.
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
        } else if (agreed == 1) {
            theirs = theirs ^ 1;
            agreed = 2;
        } else {
            if (mine != theirs)
                reach_error(); //~ violated unreach-call
            agreed = 0;
        }
    }
}
