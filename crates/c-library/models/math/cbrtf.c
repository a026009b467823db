extern float __linchpin_unmodelled_float(void);

float cbrtf(float x)
{
    if (x != x)
        return x;
    if (x == 0 || x - x != 0)
        return x;
    float y = __linchpin_unmodelled_float();
    return y == y ? y : 0;
}
