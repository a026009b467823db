//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
//@ shows: error[pointer-arithmetic]: pointer out of bounds: `p + 7` is at byte 28 of `a` (20 bytes)
// The object is that of the pointer.
int main(void)
{
    int a[5] = {0};
    int *p = a;
    p = p + 7; //~ violated pointer-arithmetic
    return p != 0;
}
