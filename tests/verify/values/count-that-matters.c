//@ run: verify %s --property unreach-call --engine values --cpu-time 5
//@ truth: fails
//@ verdict: false(unreach-call)
// What was forgotten decides: the proof must not take it for anything but any number.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    unsigned n_commands = 0;
    int state = 1;
    while (n_commands < 1000000) {
        n_commands++;
        state = state == 1 ? 2 : 1;
        if (state == 2 && n_commands == 900001)
            reach_error(); //~ violated unreach-call
    }
    return 0;
}
