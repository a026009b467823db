//@ run: verify %s --property unreach-call --engine slicing
//@ truth: fails
//@ verdict: false(unreach-call)
//@ hides: asks for no input
// Every second concrete run is short. One that was cut before its first question ended the whole
// search, since it had asked for nothing.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < 3000; i++)
        sum += i;
    int stage = 0;
    while (sum) {
        int x = __VERIFIER_nondet_int();
        if (stage == 0 && x == 117)
            stage = 1;
        else if (stage == 1 && x == 42)
            stage = 2;
        else if (stage == 2 && x == 3001)
            reach_error(); //~ violated unreach-call
    }
    return 0;
}
