extern void __linchpin_unmodelled_errno(void);
extern double __linchpin_unmodelled_double(void);

double remainder(double x, double y)
{
    __linchpin_unmodelled_errno();
    return __linchpin_unmodelled_double();
}
