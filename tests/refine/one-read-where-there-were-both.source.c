// See one-read-where-there-were-both.target.c.
int x, y;
int f(void)
{
    int a = x;
    int b = y;
    return a && b;
}
