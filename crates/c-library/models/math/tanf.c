extern void __linchpin_unmodelled_errno(void);
extern float __linchpin_unmodelled_float(void);
extern int *__errno_location(void);

float tanf(float x)
{
    if (x != x)
        return x;
    if (x - x != 0) {
        *__errno_location() = 33;
        return (x - x) / (x - x);
    }
    if (x == 0)
        return x;
    float y = __linchpin_unmodelled_float();
    __linchpin_unmodelled_errno();
    return y == y ? y : 0;
}
