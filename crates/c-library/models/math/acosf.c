extern float __linchpin_unmodelled_float(void);
extern int *__errno_location(void);

float acosf(float x)
{
    if (x != x)
        return x;
    if (x > 1 || x < -1) {
        *__errno_location() = 33;
        return (x - x) / (x - x);
    }
    if (x == 1)
        return 0;
    float y = __linchpin_unmodelled_float();
    return y >= 0.0f && y <= 3.2f ? y : 0.0f;
}
