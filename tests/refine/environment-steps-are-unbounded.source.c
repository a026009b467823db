// See environment-steps-are-unbounded.target.c.
int y;
int f(void)
{
    int a = y;
    int b = y;
    return 0;
}
