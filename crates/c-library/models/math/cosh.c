extern void __linchpin_unmodelled_errno(void);
extern double __linchpin_unmodelled_double(void);

double cosh(double x)
{
    if (x != x)
        return x;
    if (x == 0)
        return 1;
    if (x - x != 0)
        return x * x;
    double y = __linchpin_unmodelled_double();
    __linchpin_unmodelled_errno();
    return y >= 1.0 ? y : 1.0;
}
