// See no-overflow-is-required.target.c.
int f(int m)
{
    return 0 < m;
}
