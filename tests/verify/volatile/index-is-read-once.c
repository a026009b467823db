//@ run: verify %s --property valid-memsafety
//@ truth: holds
//@ verdict: true
// Who reads it once is safe.
static volatile unsigned at;
static int a[4];
int main(void)
{
    unsigned i = at;
    if (i < 4)
        a[i] = 1;
    return 0;
}
