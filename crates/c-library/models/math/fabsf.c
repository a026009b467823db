typedef __typeof__(sizeof 0) size_t;

union bits {
    float value;
    unsigned bits;
};

float fabsf(float x)
{
    union bits all = { x };
    all.bits = all.bits & 0x7fffffffu;
    return all.value;
}
