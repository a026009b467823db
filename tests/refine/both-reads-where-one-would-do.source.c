// See both-reads-where-one-would-do.target.c.
int x, y;
int f(void)
{
    return x && y;
}
