// Branch elimination (Fig. 13): the source.
int a, b, c, i, n;

void f(void)
{
    while (i < n) {
        if (a < 5) {
            b = b + 5;
        } else {
            b = 2 * b;
        }
        i = i + 1;
    }
}
