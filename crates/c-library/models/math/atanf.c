extern void __linchpin_unmodelled_errno(void);
extern float __linchpin_unmodelled_float(void);

float atanf(float x)
{
    if (x != x)
        return x;
    if (x == 0)
        return x;
    float y = __linchpin_unmodelled_float();
    __linchpin_unmodelled_errno();
    return y >= -1.6f && y <= 1.6f ? y : -1.6f;
}
