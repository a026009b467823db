//@ run: verify %s --property no-overflow --reproducer %t.c
//@ truth: fails
//@ verdict: false(no-overflow)
//@ model: ILP32
//@ shows: reproducer: confirmed by cc
// Where integers have 32 bits and longs too.
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    long x = __VERIFIER_nondet_int();
    x++; //~ violated no-overflow
    return 0;
}
