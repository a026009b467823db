//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// The address of a local outlives it.
static int *leak_address(void)
{
    int local = 3;
    int *p = &local;
    return p;
}

int main(void)
{
    int *p = leak_address();
    return *p; //~ violated valid-deref
}
