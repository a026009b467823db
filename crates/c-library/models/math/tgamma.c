extern void __linchpin_unmodelled_errno(void);
extern double __linchpin_unmodelled_double(void);

double tgamma(double x)
{
    __linchpin_unmodelled_errno();
    return __linchpin_unmodelled_double();
}
