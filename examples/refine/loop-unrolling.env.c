// Loop unrolling (Fig. 14): what other threads run.
int i, n, x, a;
void env(void)
{
    x = x + 2;
    a = x + 4;
    x = 2 * x;
}
