// Two loops over variables of one's own, fused: the source.
int x, y;

int both(int n)
{
    for (int i = 0; i < n; i++)
        x = x + 1;
    for (int i = 0; i < n; i++)
        y = y + 2;
    return x + y;
}
