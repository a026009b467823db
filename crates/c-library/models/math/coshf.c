extern void __linchpin_unmodelled_errno(void);
extern float __linchpin_unmodelled_float(void);

float coshf(float x)
{
    if (x != x)
        return x;
    if (x == 0)
        return 1;
    if (x - x != 0)
        return x * x;
    float y = __linchpin_unmodelled_float();
    __linchpin_unmodelled_errno();
    return y >= 1.0f ? y : 1.0f;
}
