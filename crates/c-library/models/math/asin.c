extern void __linchpin_unmodelled_errno(void);
extern double __linchpin_unmodelled_double(void);
extern int *__errno_location(void);

double asin(double x)
{
    if (x != x)
        return x;
    if (x > 1 || x < -1) {
        *__errno_location() = 33;
        return (x - x) / (x - x);
    }
    if (x == 0)
        return x;
    double y = __linchpin_unmodelled_double();
    __linchpin_unmodelled_errno();
    return y >= -1.6 && y <= 1.6 ? y : -1.6;
}
