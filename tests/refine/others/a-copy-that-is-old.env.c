// What others do, for a-copy-that-is-old.target.c.
int x;
void env(void)
{
    int t = x;
    x = t;
}
