/* A fraction from a half to one, and a power of two. */
double frexp(double x, int *exponent)
{
    int n = 0;
    if (x != x || x == 0 || x - x != 0) {
        *exponent = 0;
        return x;
    }
    while (x >= 1 || x <= -1) {
        x = x / 2;
        n++;
    }
    while (x < 0.5 && x > -0.5) {
        x = x * 2;
        n--;
    }
    *exponent = n;
    return x;
}
