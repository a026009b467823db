extern double __linchpin_unmodelled_double(void);

double pow(double x, double y)
{
    if (y == 0 || x == 1)
        return 1;
    if (y == 1)
        return x;
    double power = __linchpin_unmodelled_double();
    if (y == 2)
        return x * x;
    return x >= 0 && !(power >= 0) ? 0 : power;
}
