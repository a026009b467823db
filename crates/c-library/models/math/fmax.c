extern _Bool __VERIFIER_nondet_bool(void);

/* Of two zeros either may be the result. */
double fmax(double x, double y)
{
    if (x != x)
        return y;
    if (y != y || x > y)
        return x;
    return x == y && __VERIFIER_nondet_bool() ? x : y;
}

double fmin(double x, double y)
{
    if (x != x)
        return y;
    if (y != y || x < y)
        return x;
    return x == y && __VERIFIER_nondet_bool() ? x : y;
}

double fdim(double x, double y)
{
    if (x != x || y != y)
        return x + y;
    return x > y ? x - y : 0;
}
