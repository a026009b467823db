extern void __linchpin_unmodelled_errno(void);
extern double __linchpin_unmodelled_double(void);
extern int *__errno_location(void);

double sin(double x)
{
    if (x != x)
        return x;
    if (x - x != 0) {
        *__errno_location() = 33;
        return (x - x) / (x - x);
    }
    if (x == 0)
        return x;
    double y = __linchpin_unmodelled_double();
    __linchpin_unmodelled_errno();
    return y >= -1.0 && y <= 1.0 ? y : -1.0;
}
