extern float __linchpin_unmodelled_float(void);

float tgammaf(float x)
{
    return __linchpin_unmodelled_float();
}
