// See siblings-share-their-globals.target.c.
int x, way;
int f(void)
{
    return 0;
}
