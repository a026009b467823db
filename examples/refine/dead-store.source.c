// A store that is overwritten at once, removed: the source.
int x;

void set(void)
{
    x = 1;
    x = 2;
}
