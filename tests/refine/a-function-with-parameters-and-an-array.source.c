// See a-function-with-parameters-and-an-array.target.c.
int buffer[2], total;
int unused(int at)
{
    return at;
}
int add(int at, unsigned char by)
{
    if (at < 0 || at > 1)
        return -1;
    int old = buffer[at];
    buffer[at] = old + by;
    total = total + by;
    return old;
}
int last(void)
{
    return 0;
}
