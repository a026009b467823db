//@ run: verify %s --property no-overflow
//@ truth: fails
//@ verdict: false(no-overflow)
//@ shows: error[no-overflow]: signed overflow in `a * b`: 4611686018427387904 * (-3) does not fit `long`
// A product of long numbers, with both of them.
int main(void)
{
    long a = 1L << 62, b = -3;
    return a * b > 0; //~ violated no-overflow
}
