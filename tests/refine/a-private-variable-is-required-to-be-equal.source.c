// See a-private-variable-is-required-to-be-equal.target.c.
int x;
int f(void)
{
    x = x + 1;
    x = x + 1;
    return x;
}
