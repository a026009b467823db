// Two equal tests merged: the source.
int x, y, z;

void marks(void)
{
    if (x > 0)
        y = 1;
    if (x > 0)
        z = 1;
}
