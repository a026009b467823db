// See another-element.target.c.
int buf[3];
void put(int i, int v)
{
    if (i >= 0 && i <= 2)
        buf[i] = v;
}
