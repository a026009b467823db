extern void __linchpin_unmodelled_errno(void);
extern double __linchpin_unmodelled_double(void);

double erfc(double x)
{
    if (x != x)
        return x;
    double y = __linchpin_unmodelled_double();
    __linchpin_unmodelled_errno();
    return y >= 0.0 && y <= 2.0 ? y : 0.0;
}
