// What others do, for others-keep-their-order.target.c.
int x, y;
void env(void)
{
    y = 1;
    x = 1;
}
