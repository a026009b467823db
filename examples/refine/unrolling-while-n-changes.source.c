// A loop unrolled while others change its bound: the source.
int n, x;

void count(void)
{
    int i = 0;
    while (i < 2 * n) {
        x = x + 1;
        i = i + 1;
    }
}
