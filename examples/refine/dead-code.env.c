// Dead code elimination (Fig. 8): what other threads run.
int x, y, z, a;
void env(void)
{
    a = y + z;
    x = 1 * x;
    a = 2 * x + a;
}
