//@ run: verify %s --property no-overflow
//@ truth: fails
//@ verdict: false(no-overflow)
//@ shows: error[no-overflow]: signed overflow in `-x`: -(-2147483648) does not fit `int`
// The least number has no negative.
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    return -x; //~ violated no-overflow
}
