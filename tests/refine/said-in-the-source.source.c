// See said-in-the-source.target.c.
//@ env preserves x;
int x;
int f(void)
{
    int a = x;
    return a + a;
}
