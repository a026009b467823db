// See the-source-reads-between-two-writes.target.c.
int x;
int f(void)
{
    int a = x;
    int b = x;
    return a == 1 && b == 0;
}
