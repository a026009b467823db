extern void __linchpin_unmodelled_errno(void);
extern double __linchpin_unmodelled_double(void);

double nextafter(double x, double y)
{
    if (x == y)
        return y;
    __linchpin_unmodelled_errno();
    return __linchpin_unmodelled_double();
}
