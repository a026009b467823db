//@ run: verify %s --property no-overflow
//@ truth: fails
//@ verdict: false(no-overflow)
//@ shows: error[no-overflow]: signed overflow in `x + 1`: 2147483647 + 1 does not fit `int`
// The operands of the run are in the message.
int main(void)
{
    int x = 0x7fffffff;
    return x + 1; //~ violated no-overflow
}
