extern void __linchpin_unmodelled_errno(void);
extern float __linchpin_unmodelled_float(void);

float atan2f(float y, float x)
{
    if (x != x || y != y)
        return x + y;
    float angle = __linchpin_unmodelled_float();
    __linchpin_unmodelled_errno();
    return angle >= -3.2f && angle <= 3.2f ? angle : 0;
}
