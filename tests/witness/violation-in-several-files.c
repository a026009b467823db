//@ run: verify %s tests/witness/input/units/near/ask.c tests/witness/input/units/far/ask.c --witness %t.yml --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
//@ run: check %t.yml %s tests/witness/input/units/near/ask.c tests/witness/input/units/far/ask.c
//@ verdict: false(unreach-call)
// The inputs come from two files of one name, which are told apart by their folders.
extern void reach_error(void);
int near(void);
int far(void);
int main(void)
{
    if (near() == 7 && far() == 4)
        reach_error(); //~ violated unreach-call
    return 0;
}
