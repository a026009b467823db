extern float __linchpin_unmodelled_float(void);

float acoshf(float x)
{
    return __linchpin_unmodelled_float();
}
