// See undefined-in-the-target.target.c.
int x;
int f(int d, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    return 0;
}
