// What others do, for others-in-the-wrong-order.target.c.
int x, y;
void env(void)
{
    x = 1;
    y = 1;
}
