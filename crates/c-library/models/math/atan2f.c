extern float __linchpin_unmodelled_float(void);

float atan2f(float y, float x)
{
    if (x != x || y != y)
        return x + y;
    float angle = __linchpin_unmodelled_float();
    return angle >= -3.2f && angle <= 3.2f ? angle : 0;
}
