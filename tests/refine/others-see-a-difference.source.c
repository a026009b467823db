// See others-see-a-difference.target.c.
int x, y, busy;
void f(void)
{
    busy = 1;
    y = 1;
    x = 1;
    busy = 0;
}
