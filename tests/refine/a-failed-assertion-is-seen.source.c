// See a-failed-assertion-is-seen.target.c.
int x;
int f(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    int r = x;
    return r;
}
