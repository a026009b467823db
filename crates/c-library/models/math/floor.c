/* From this size on every number is whole; the sign of zero stays. */
static double whole(double x)
{
    if (!(x < 4503599627370496.0 && x > -4503599627370496.0))
        return x;
    double y = (double)(long long)x;
    return y == 0 ? x * 0 : y;
}

double floor(double x)
{
    double y = whole(x);
    return y > x ? y - 1 : y;
}
