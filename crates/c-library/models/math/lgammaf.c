extern void __linchpin_unmodelled_errno(void);
extern float __linchpin_unmodelled_float(void);

float lgammaf(float x)
{
    __linchpin_unmodelled_errno();
    return __linchpin_unmodelled_float();
}
