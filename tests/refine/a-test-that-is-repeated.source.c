// See a-test-that-is-repeated.target.c.
int x;
int f(void)
{
    return x != 0;
}
