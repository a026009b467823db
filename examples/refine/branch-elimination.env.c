// Branch elimination (Fig. 13): what other threads run.
int a, b, c, i, n;
void env(void)
{
    i = a + 2;
    b = a + b;
    c = 2 * b - i;
    a = 1 * a;
    b = i + 3 * c;
}
