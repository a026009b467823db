extern void __linchpin_unmodelled_errno(void);
extern float __linchpin_unmodelled_float(void);

float expm1f(float x)
{
    if (x != x)
        return x;
    if (x == 0)
        return x;
    if (x - x != 0)
        return x > 0 ? x : -1;
    float y = __linchpin_unmodelled_float();
    __linchpin_unmodelled_errno();
    return y >= -1.0f ? y : -1.0f;
}
