//@ run: verify %s --witness %t.yml --property unreach-call --engine slicing
//@ truth: holds
//@ verdict: true
//@ shows: stand in a header that several files read, or in a macro
//@ run: check %t.yml %s
//@ verdict: true
// What holds at one loop of a macro need not hold at the next one, and both stand in one place.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define TO_FIVE(x)      \
    for (; x > 5; x--) \
        ;              \
    for (; x < 5; x++) \
        ;
int main(void)
{
    int x = __VERIFIER_nondet_int() & 31;
    TO_FIVE(x)
    while (__VERIFIER_nondet_int())
        x = x == 7 ? 5 : x + 1;
    if (x > 7)
        reach_error();
    return 0;
}
