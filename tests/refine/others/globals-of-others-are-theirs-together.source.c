// See globals-of-others-are-theirs-together.target.c.
int x;
int f(void)
{
    return 0;
}
