extern void __linchpin_unmodelled_errno(void);
extern float __linchpin_unmodelled_float(void);

float exp2f(float x)
{
    if (x != x)
        return x;
    if (x == 0)
        return 1;
    if (x - x != 0)
        return x > 0 ? x : 0;
    float y = __linchpin_unmodelled_float();
    __linchpin_unmodelled_errno();
    return y >= 0.0f ? y : 0.0f;
}
