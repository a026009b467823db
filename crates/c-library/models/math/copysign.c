typedef __typeof__(sizeof 0) size_t;

union bits {
    double value;
    unsigned long long bits;
};

double copysign(double x, double y)
{
    union bits size = { x };
    union bits sign = { y };
    size.bits = (size.bits & 0x7fffffffffffffffull) | (sign.bits & ~0x7fffffffffffffffull);
    return size.value;
}
