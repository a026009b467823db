extern void __linchpin_unmodelled_errno(void);
extern float __linchpin_unmodelled_float(void);

float erfcf(float x)
{
    if (x != x)
        return x;
    float y = __linchpin_unmodelled_float();
    __linchpin_unmodelled_errno();
    return y >= 0.0f && y <= 2.0f ? y : 0.0f;
}
