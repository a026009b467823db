// See an-index-is-checked.target.c.
int buf[3];
void put(int i, int v)
{
    buf[i] = v;
}
