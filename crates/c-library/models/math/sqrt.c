extern int *__errno_location(void);

union bits {
    double value;
    unsigned long long bits;
};

/* One bit of the root after the other, as on paper; the last one rounds. */
static double root_of(double x)
{
    union bits all = { x };
    int exponent = (int)(all.bits >> 52);
    unsigned long long mantissa = all.bits & 0xfffffffffffffull;
    if (exponent == 0) {
        exponent = 1;
        while (mantissa < 0x10000000000000ull) {
            mantissa = mantissa << 1;
            exponent--;
        }
    } else {
        mantissa = mantissa | 0x10000000000000ull;
    }
    exponent = exponent - 1023;
    if (exponent & 1) {
        mantissa = mantissa << 1;
        exponent--;
    }
    mantissa = mantissa << 1;
    unsigned long long root = 0;
    unsigned long long sum = 0;
    for (int i = 53; i >= 0; i--) {
        unsigned long long bit = 1ull << i;
        unsigned long long next = sum + bit;
        if (next <= mantissa) {
            sum = next + bit;
            mantissa = mantissa - next;
            root = root + bit;
        }
        mantissa = mantissa << 1;
    }
    if (mantissa != 0)
        root = root + (root & 1);
    all.bits = (root >> 1) + ((unsigned long long)(exponent / 2 + 1022) << 52);
    return all.value;
}

double sqrt(double x)
{
    if (x != x || x == 0)
        return x;
    if (x < 0) {
        *__errno_location() = 33;
        return 0 * (x - x) / (0 * (x - x));
    }
    if (x - x != 0)
        return x;
    double root = root_of(x);
    /* Always so; said for those who do not look into the loop. */
    double least = x < 1 ? x : 1;
    double most = x < 1 ? 1 : x;
    return root >= least && root <= most ? root : least;
}
