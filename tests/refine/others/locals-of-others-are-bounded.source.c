// See locals-of-others-are-bounded.target.c.
int x;
int f(void)
{
    return 0;
}
