// A common subexpression of what others write: the source.
int x, y, z;

void copy(void)
{
    int t = x;
    y = t;
    int u = x;
    z = u;
}
