// See others-keep-their-order.target.c.
int x, y;
int f(void)
{
    return 0;
}
