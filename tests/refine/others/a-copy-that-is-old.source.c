// See a-copy-that-is-old.target.c.
int x;
int f(void)
{
    x = 5;
    return 0;
}
