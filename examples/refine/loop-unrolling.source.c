// Loop unrolling (Fig. 14): the source.
int i, n, x, a;

void f(void)
{
    i = 0;
    while (i < 2 * n) {
        x = x + 1;
        i = i + 1;
    }
}
