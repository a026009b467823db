// See a-value-that-a-parameter-must-have.target.c.
int f(int p)
{
    return p == 0;
}
