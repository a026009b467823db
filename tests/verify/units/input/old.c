int sum(a, b)
    int a;
    int b;
{
    return a + b;
}
void quiet(void) {}
