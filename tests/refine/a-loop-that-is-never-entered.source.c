// See a-loop-that-is-never-entered.target.c.
int x, y;
int f(int p)
{
    x = 1;
    return 0;
}
