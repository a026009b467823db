extern double __linchpin_unmodelled_double(void);
extern int *__errno_location(void);

double acos(double x)
{
    if (x != x)
        return x;
    if (x > 1 || x < -1) {
        *__errno_location() = 33;
        return (x - x) / (x - x);
    }
    if (x == 1)
        return 0;
    double y = __linchpin_unmodelled_double();
    return y >= 0.0 && y <= 3.2 ? y : 0.0;
}
