// See said-in-a-file-beside-it.target.c.
int x;
int f(void)
{
    int a = x;
    return a + a;
}
