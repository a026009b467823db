extern int *__errno_location(void);
extern _Bool __VERIFIER_nondet_bool(void);

/* Of two zeros either may be the result. */
float fmaxf(float x, float y)
{
    if (x != x)
        return y;
    if (y != y || x > y)
        return x;
    return x == y && __VERIFIER_nondet_bool() ? x : y;
}

float fminf(float x, float y)
{
    if (x != x)
        return y;
    if (y != y || x < y)
        return x;
    return x == y && __VERIFIER_nondet_bool() ? x : y;
}

float fdimf(float x, float y)
{
    if (x != x || y != y)
        return x + y;
    float difference = x > y ? x - y : 0;
    if (difference - difference != 0 && x - x == 0 && y - y == 0)
        *__errno_location() = 34;
    return difference;
}
