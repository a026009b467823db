//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// A `_Bool` holds 0 or 1.

int main(void)
{
    _Bool b = 0;
    unsigned char *p = (unsigned char *)&b;
    *p = 2;
    return b; //~ violated undefined
}
