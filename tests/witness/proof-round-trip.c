//@ run: verify %s --witness %t.yml --property unreach-call
//@ truth: holds
//@ verdict: true
//@ run: check %t.yml %s
//@ verdict: true
// A proof that needs no invariant has a witness that lists none.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint() % 10;
    while (x < 100)
        x += 2;
    if (x < 100)
        reach_error();
    return 0;
}
