// See the-source-reads-before-others-write.target.c.
int x;
int f(void)
{
    int a = x;
    int b = x;
    return b - a;
}
