//@ run: verify %s tests/verify/units/input/counter.c --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Taken alone, this file would not know what `advance` does.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern int count;
extern void advance(void);
int limit = 100;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < 4; i++)
        advance();
    if (count == 11 && n == 77)
        reach_error(); //~ violated unreach-call
    return 0;
}
