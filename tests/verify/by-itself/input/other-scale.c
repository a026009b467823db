static int scale(int x)
{
    int table[2] = { 1, 2 };
    return table[x];
}
int other(void)
{
    return scale(1);
}
