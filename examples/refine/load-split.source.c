// One load made two: the source.
int x;

int twice(void)
{
    int a = x;
    return a + a;
}
