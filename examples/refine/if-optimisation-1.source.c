// If optimisation, the second test inside the first (Fig. 10): the source.
int x, y, z, n, b;

void f(void)
{
    if (x > n) {
        y = y + 1;
        if (x > n) {
            z = z + 1;
        }
        x = y + z;
    }
}
