// Strength reduction (Fig. 6): what other threads run.
int i, n, k, x;
void env(void)
{
    x = x + 3;
    n = n + 6;
    x = n + 2 * i;
}
