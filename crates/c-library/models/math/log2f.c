extern float __linchpin_unmodelled_float(void);
extern int *__errno_location(void);

float log2f(float x)
{
    if (x != x)
        return x;
    if (x < 0) {
        *__errno_location() = 33;
        return (x - x) / (x - x);
    }
    if (x == 0) {
        *__errno_location() = 34;
        return -1 / (x * x);
    }
    if (x == 1)
        return 0;
    if (x - x != 0)
        return x;
    float y = __linchpin_unmodelled_float();
    return y == y ? y : 0;
}
