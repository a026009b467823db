// See starts-without-partner.target.c.
int n;
int f(void)
{
    return 0;
}
