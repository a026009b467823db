// See a-few-elements-of-an-array.target.c.
int a[8];
int f(void)
{
    a[0] = a[2];
    return a[2];
}
