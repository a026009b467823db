// A read moved behind an own write: the source.
int x, y;

int enter(void)
{
    int r = y;
    x = 1;
    return r;
}
