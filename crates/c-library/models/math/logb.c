extern double __linchpin_unmodelled_double(void);
extern int __linchpin_unmodelled_int(void);
extern void __linchpin_unmodelled_errno(void);

double logb(double x)
{
    __linchpin_unmodelled_errno();
    return __linchpin_unmodelled_double();
}

int ilogb(double x)
{
    __linchpin_unmodelled_errno();
    return __linchpin_unmodelled_int();
}
