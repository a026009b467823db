//@ run: verify %s --property unreach-call --engine values
//@ truth: fails
//@ verdict: false(unreach-call)
// A variable that the outside may have written holds any number, the first time and each time that it is read.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern volatile int line;
int main(void)
{
    int before = line;
    while (1) {
        int now = line;
        if (now != before)
            reach_error(); //~ violated unreach-call
    }
}
