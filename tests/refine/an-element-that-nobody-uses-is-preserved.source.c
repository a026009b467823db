// See an-element-that-nobody-uses-is-preserved.target.c.
int a[3];
int f(void)
{
    int first = a[0];
    return 1;
}
