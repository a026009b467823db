//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
//@ shows: assertion `x + y >= 2` holds
//@ shows: Proved
//@ hides: has no body
// What other checkers call assumptions, assertions and inputs is read as such, without bodies.
extern void klee_assume(unsigned long);
extern void __VERIFIER_assert(int);
int nondet_int(void);
unsigned char nondet_uchar(void);
_Bool nondet_bool(void);
int main(void)
{
    int x = nondet_int(), y = nondet_int(), n = nondet_uchar();
    __CPROVER_assume(x > 0 && x < 1000);
    klee_assume(y > 0 && y < 1000);
    for (int i = 0; i < n; i++)
        if (nondet_bool() > 1)
            x = -5;
    __CPROVER_assert(x + y >= 2, "sum");
    __VERIFIER_assert(n <= 255);
    return 0;
}
