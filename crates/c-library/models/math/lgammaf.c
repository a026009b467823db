extern float __linchpin_unmodelled_float(void);

float lgammaf(float x)
{
    return __linchpin_unmodelled_float();
}
