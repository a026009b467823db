typedef __typeof__(sizeof 0) size_t;

union bits {
    double value;
    unsigned long long bits;
};

double fabs(double x)
{
    union bits all = { x };
    all.bits = all.bits & 0x7fffffffffffffffull;
    return all.value;
}
