//@ run: verify %s --property no-overflow
//@ truth: fails
//@ verdict: false(no-overflow)
// The operation of a compound assignment is done in the promoted type; only that can overflow.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    signed char c = 100;
    c += 100;
    c++;
    int x = __VERIFIER_nondet_int();
    x *= 3; //~ violated no-overflow
    return c + (x == 0);
}
