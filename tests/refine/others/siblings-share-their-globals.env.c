// What others do, for siblings-share-their-globals.target.c.
int x, way, g;
void env(void)
{
    if (way) {
        g = 5;
    } else {
        g = 1;
        x = g;
    }
    way = 1 - way;
}
