extern float __linchpin_unmodelled_float(void);
extern int __linchpin_unmodelled_int(void);
extern void __linchpin_unmodelled_errno(void);

float logbf(float x)
{
    __linchpin_unmodelled_errno();
    return __linchpin_unmodelled_float();
}

int ilogbf(float x)
{
    __linchpin_unmodelled_errno();
    return __linchpin_unmodelled_int();
}
