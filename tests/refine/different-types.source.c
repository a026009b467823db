// See different-types.target.c.
int x;
void set(void)
{
    x = 2;
}
