extern void __linchpin_unmodelled_errno(void);
extern double __linchpin_unmodelled_double(void);

double atan(double x)
{
    if (x != x)
        return x;
    if (x == 0)
        return x;
    double y = __linchpin_unmodelled_double();
    __linchpin_unmodelled_errno();
    return y >= -1.6 && y <= 1.6 ? y : -1.6;
}
