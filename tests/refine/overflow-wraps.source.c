// See overflow-wraps.target.c.
int n;
int f(void)
{
    int m = n;
    return 0 < m;
}
