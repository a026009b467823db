extern double __linchpin_unmodelled_double(void);

double fma(double x, double y, double z)
{
    return __linchpin_unmodelled_double();
}
