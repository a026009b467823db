typedef __typeof__(sizeof 0) size_t;

union bits {
    float value;
    unsigned bits;
};

float copysignf(float x, float y)
{
    union bits size = { x };
    union bits sign = { y };
    size.bits = (size.bits & 0x7fffffffu) | (sign.bits & ~0x7fffffffu);
    return size.value;
}
