// Invariant hoisting (Fig. 5): what other threads run.
int i, n, t, x, k;
void env(void)
{
    n = n + 1;
    k = 5 * x + 1;
    i = i + 3;
}
