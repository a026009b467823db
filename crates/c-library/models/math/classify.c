/* What the macros of math.h call, and the functions behind them. */
union double_bits {
    double value;
    unsigned long long bits;
};

union float_bits {
    float value;
    unsigned bits;
};

int __isinf(double x)
{
    return x == x && x - x != 0 ? (x > 0 ? 1 : -1) : 0;
}

int __isinff(float x)
{
    return x == x && x - x != 0 ? (x > 0 ? 1 : -1) : 0;
}

int __isinfl(long double x)
{
    return x == x && x - x != 0 ? (x > 0 ? 1 : -1) : 0;
}

int isinf(double x)
{
    return __isinf(x);
}

int isinff(float x)
{
    return __isinff(x);
}

int __finite(double x)
{
    return x - x == 0;
}

int __finitef(float x)
{
    return x - x == 0;
}

int __finitel(long double x)
{
    return x - x == 0;
}

int finite(double x)
{
    return x - x == 0;
}

int isfinite(double x)
{
    return x - x == 0;
}

int __signbit(double x)
{
    union double_bits all = { x };
    return (int)(all.bits >> 63);
}

int __signbitf(float x)
{
    union float_bits all = { x };
    return (int)(all.bits >> 31);
}

int __fpclassify(double x)
{
    if (x != x)
        return 0;
    if (x - x != 0)
        return 1;
    if (x == 0)
        return 2;
    return x < 0x1p-1022 && x > -0x1p-1022 ? 3 : 4;
}

int __fpclassifyf(float x)
{
    if (x != x)
        return 0;
    if (x - x != 0)
        return 1;
    if (x == 0)
        return 2;
    return x < 0x1p-126f && x > -0x1p-126f ? 3 : 4;
}
