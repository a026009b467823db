extern int *__errno_location(void);

/* Every subtraction is exact: the multiple of the divisor is at most twice the rest. */
double fmod(double x, double y)
{
    if (x != x || y != y || x - x != 0 || y == 0) {
        if (x == x && y == y)
            *__errno_location() = 33;
        return (x * y) / (x * y);
    }
    double rest = x < 0 ? -x : x;
    double divisor = y < 0 ? -y : y;
    if (divisor - divisor != 0)
        return x;
    while (rest >= divisor) {
        double multiple = divisor;
        while (rest - multiple >= multiple)
            multiple = multiple * 2;
        rest = rest - multiple;
    }
    if (rest == 0)
        return x * 0;
    return x < 0 ? -rest : rest;
}
