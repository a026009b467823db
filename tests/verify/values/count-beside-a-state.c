//@ run: verify %s --property unreach-call --engine values
//@ truth: holds
//@ verdict: true
// How many commands were taken is of no interest, and takes too many values: it is forgotten, the state is not.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    unsigned n_commands = 0;
    int state = 1, was_open = 0;
    while (n_commands < 1000000) {
        int command = __VERIFIER_nondet_int();
        n_commands++;
        if (command == 5 && state == 1) {
            state = 7;
            was_open = 1;
        } else if (command == 6 && state == 7) {
            state = 9;
        } else if (state == 9) {
            if (!was_open)
                reach_error();
            state = 1;
            was_open = 0;
        }
    }
    return 0;
}
