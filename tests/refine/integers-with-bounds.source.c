// See integers-with-bounds.target.c.
int f(int a)
{
    return a < a + 1;
}
