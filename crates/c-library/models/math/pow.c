extern void __linchpin_unmodelled_errno(void);
extern double __linchpin_unmodelled_double(void);

double pow(double x, double y)
{
    if (y == 0 || x == 1)
        return 1;
    if (x != x || y != y)
        return x + y;
    if (y == 1)
        return x;
    double power = __linchpin_unmodelled_double();
    __linchpin_unmodelled_errno();
    /* A square with few digits is exact; others are not rounded once, as a product is. */
    if (y == 2 && x == (double)(float)x)
        return x * x;
    return (x > 0 || y == 2) && !(power >= 0) ? 0 : power;
}
