//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
//@ shows: error[valid-deref]: write at index 5 of `dst` (5 elements): `dst[i] = i`
// The array has a name and a length.
int main(void)
{
    int dst[5];
    for (int i = 0; i <= 5; i++)
        dst[i] = i; //~ violated valid-deref
    return 0;
}
