// Invariant hoisting (Fig. 5): the source.
int i, n, t, x, k;

void loop(void)
{
    while (i < n) {
        t = x + 5;
        i = 2 * i + t;
    }
}
