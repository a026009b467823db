// See a-divergent-target.target.c.
int x;
int f(int n)
{
    return 0;
}
