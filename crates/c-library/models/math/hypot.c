extern void __linchpin_unmodelled_errno(void);
extern double __linchpin_unmodelled_double(void);

double hypot(double x, double y)
{
    double length = __linchpin_unmodelled_double();
    __linchpin_unmodelled_errno();
    return length >= 0 || length != length ? length : 0;
}
