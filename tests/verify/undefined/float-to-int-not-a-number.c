//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// What is not a number is no integer.

int main(void)
{
    double zero = 0.0;
    long i = (long)(zero / zero); //~ violated conversion
    return i != 0;
}
