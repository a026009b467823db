//@ run: verify %s tests/verify/units/input/counter.c --property unreach-call
//@ truth: holds
//@ verdict: true
// What one file defines the other declares; `step` is another one in each file.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern int count;
extern void advance(void);
extern int stepped(void);
int limit = 5;
static int step = 7;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        ;
    advance();
    if (count != 5 || stepped() != 2 || step != 7)
        reach_error();
    return 0;
}
