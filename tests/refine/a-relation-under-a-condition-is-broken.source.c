// See a-relation-under-a-condition-is-broken.target.c.
int x, y, busy;
int f(void)
{
    busy = 1;
    y = 1;
    x = 1;
    busy = 0;
    return 0;
}
