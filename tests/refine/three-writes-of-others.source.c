// See three-writes-of-others.target.c.
int x;
int f(void)
{
    int a = x;
    return 0;
}
