//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// An object of an inner block is gone when the block is left.
int main(void)
{
    int *p;
    {
        int inner = 4;
        p = &inner;
    }
    return *p; //~ violated valid-deref
}
