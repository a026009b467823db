// If optimisation, one test behind the other (Fig. 11): what other threads run.
int x, y, z, n, b;
void env(void)
{
    y = x + y;
    z = y + 2;
    b = 2 * x + z;
    z = z + b;
}
