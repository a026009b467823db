//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// The C library does not write literals either.

extern void *memcpy(void *, const void *, __SIZE_TYPE__);

int main(void)
{
    char *s = "abc";
    memcpy(s, "xy", 2); //~ violated read-only
    return 0;
}
