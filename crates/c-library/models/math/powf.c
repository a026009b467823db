extern void __linchpin_unmodelled_errno(void);
extern float __linchpin_unmodelled_float(void);

float powf(float x, float y)
{
    if (y == 0 || x == 1)
        return 1;
    if (x != x || y != y)
        return x + y;
    if (y == 1)
        return x;
    float power = __linchpin_unmodelled_float();
    __linchpin_unmodelled_errno();
    /* A square with few digits is exact; others are not rounded once, as a product is. */
    if (y == 2 && (double)(x * x) == (double)x * x)
        return x * x;
    return (x > 0 || y == 2) && !(power >= 0) ? 0 : power;
}
