// See the-source-reads-between-writes-of-others.target.c.
int x;
int f(void)
{
    int a = x;
    int b = x;
    return a == 1 && b == 0;
}
