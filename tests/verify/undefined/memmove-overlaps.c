//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
// `memmove` is there for that.

extern void *memmove(void *, const void *, __SIZE_TYPE__);

int main(void)
{
    int a[4] = { 1, 2, 3, 4 };
    memmove(a + 1, a, 3 * sizeof(int));
    return a[3] != 3;
}
