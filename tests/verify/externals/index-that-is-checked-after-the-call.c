//@ run: verify %s --property valid-memsafety
//@ truth: holds
//@ verdict: true
// Who checks it again is safe.
extern void tick(void);
int at = 0;
static int a[4];
int main(void)
{
    tick();
    int i = at;
    if (i >= 0 && i < 4)
        a[i] = 2;
    return 0;
}
