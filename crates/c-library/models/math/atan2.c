extern void __linchpin_unmodelled_errno(void);
extern double __linchpin_unmodelled_double(void);

double atan2(double y, double x)
{
    if (x != x || y != y)
        return x + y;
    double angle = __linchpin_unmodelled_double();
    __linchpin_unmodelled_errno();
    return angle >= -3.2 && angle <= 3.2 ? angle : 0;
}
