extern void __linchpin_unmodelled_errno(void);
extern float __linchpin_unmodelled_float(void);

float hypotf(float x, float y)
{
    float length = __linchpin_unmodelled_float();
    __linchpin_unmodelled_errno();
    return length >= 0 || length != length ? length : 0;
}
