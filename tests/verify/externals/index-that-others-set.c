//@ run: verify %s --property valid-memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// An index with external linkage may be out of bounds after any call.
extern void tick(void);
int at = 0;
static int a[4];
int main(void)
{
    a[at] = 1;
    tick();
    a[at] = 2; //~ violated valid-deref
    return 0;
}
