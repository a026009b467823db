// Induction variable elimination (Fig. 7): the source.
int i, n, k, x;

void loop(void)
{
    i = 0;
    k = 0;
    while (i < n) {
        x = x + k;
        i = i + 1;
        k = k + 5;
    }
}
