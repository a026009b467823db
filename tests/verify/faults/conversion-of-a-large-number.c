//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
//@ shows: error[conversion]: conversion out of range in `(int)d`: 1e20 does not fit an integer of 32 bits
// The number is told.
int main(void)
{
    double d = 1e20;
    return (int)d; //~ violated conversion
}
