//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// Filling is writing.

extern void *memset(void *, int, __SIZE_TYPE__);

static const char text[4] = "abc";

int main(void)
{
    memset((char *)text, 0, sizeof text); //~ violated read-only
    return 0;
}
