// Two loads merged into one: the source.
int x;

int twice(void)
{
    int a = x;
    int b = x;
    return a + b;
}
