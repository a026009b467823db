// See said-nowhere.target.c.
int x;
int f(void)
{
    int a = x;
    return a + a;
}
