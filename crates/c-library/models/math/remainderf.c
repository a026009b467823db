extern void __linchpin_unmodelled_errno(void);
extern float __linchpin_unmodelled_float(void);

float remainderf(float x, float y)
{
    __linchpin_unmodelled_errno();
    return __linchpin_unmodelled_float();
}
