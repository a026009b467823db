extern float __linchpin_unmodelled_float(void);
extern int *__errno_location(void);

float cosf(float x)
{
    if (x != x)
        return x;
    if (x - x != 0) {
        *__errno_location() = 33;
        return (x - x) / (x - x);
    }
    if (x == 0)
        return 1;
    float y = __linchpin_unmodelled_float();
    return y >= -1.0f && y <= 1.0f ? y : -1.0f;
}
