// Strength reduction (Fig. 6): the source.
int i, n, k, x;

void loop(void)
{
    i = 0;
    while (i < n) {
        x = x + 5 * i;
        i = i + 1;
    }
}
