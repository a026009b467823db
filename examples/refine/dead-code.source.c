// Dead code elimination (Fig. 8): the source.
int x, y, z, a;

void f(void)
{
    x = 1;
    y = 6;
    z = 4;
    y = 10;
    z = 3;
}
