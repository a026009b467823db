/* From this size on every number is whole; the sign of zero stays. */
static double whole(double x)
{
    if (!(x < 4503599627370496.0 && x > -4503599627370496.0))
        return x;
    double y = (double)(long long)x;
    return y == 0 ? x * 0 : y;
}

double modf(double x, double *integral)
{
    double y = whole(x);
    *integral = y;
    if (x != x)
        return x;
    /* The fraction has the sign of the number. */
    double fraction = x == y ? 0 : x - y;
    return fraction == 0 && (x < 0 || (x == 0 && 1 / x < 0)) ? -(double)0 : fraction;
}
