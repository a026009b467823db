extern double __linchpin_unmodelled_double(void);

double cbrt(double x)
{
    if (x != x)
        return x;
    if (x == 0 || x - x != 0)
        return x;
    double y = __linchpin_unmodelled_double();
    return y == y ? y : 0;
}
