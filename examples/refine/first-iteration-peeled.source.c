// The first iteration of a loop, peeled: the source.
int i, n, x;

void count(void)
{
    while (i < n) {
        x = x + 1;
        i = i + 1;
    }
}
