// See a-test-that-is-repeated-in-vain.target.c.
int x;
int f(void)
{
    return x && 0;
}
