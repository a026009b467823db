extern int *__errno_location(void);

/* Twice or half, so often; only the last halving of a number that becomes too small rounds, if
   the number is first made as large as it may be. */
double ldexp(double x, int n)
{
    if (x != x || x == 0 || x - x != 0)
        return x;
    double y = x;
    int left = n;
    while (left > 0 && y - y == 0) {
        y = y * 2;
        left--;
    }
    while (left < 0 && y != 0) {
        double half = y / 2;
        if (half * 2 != y) {
            /* The rest in one step, so that it rounds once. */
            double power = 1;
            while (left < 0 && power > 0) {
                power = power / 2;
                left++;
            }
            y = y * power;
        } else {
            y = half;
            left++;
        }
    }
    if (y - y != 0 || y == 0)
        *__errno_location() = 34;
    return y;
}

double scalbn(double x, int n)
{
    return ldexp(x, n);
}

double scalbln(double x, long n)
{
    return ldexp(x, n > 10000 ? 10000 : n < -10000 ? -10000 : (int)n);
}
