//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
//@ shows: error[shift]: shift by 40 of a number of 32 bits: `x << BITS`
// A macro is shown as it is written, the amount with its value.
#define BITS 40
int main(void)
{
    int x = 1;
    return x << BITS; //~ violated shift
}
