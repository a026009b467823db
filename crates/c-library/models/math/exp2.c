extern void __linchpin_unmodelled_errno(void);
extern double __linchpin_unmodelled_double(void);

double exp2(double x)
{
    if (x != x)
        return x;
    if (x == 0)
        return 1;
    if (x - x != 0)
        return x > 0 ? x : 0;
    double y = __linchpin_unmodelled_double();
    __linchpin_unmodelled_errno();
    return y >= 0.0 ? y : 0.0;
}
