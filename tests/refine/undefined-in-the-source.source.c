// See undefined-in-the-source.target.c.
int x;
int f(int d)
{
    return 100 / d;
}
