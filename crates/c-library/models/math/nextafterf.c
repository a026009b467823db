extern void __linchpin_unmodelled_errno(void);
extern float __linchpin_unmodelled_float(void);

float nextafterf(float x, float y)
{
    if (x == y)
        return y;
    __linchpin_unmodelled_errno();
    return __linchpin_unmodelled_float();
}
