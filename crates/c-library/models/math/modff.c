/* From this size on every number is whole; the sign of zero stays. */
static float whole(float x)
{
    if (!(x < 8388608.0f && x > -8388608.0f))
        return x;
    float y = (float)(long long)x;
    return y == 0 ? x * 0 : y;
}

float modff(float x, float *integral)
{
    float y = whole(x);
    *integral = y;
    if (x != x)
        return x;
    /* The fraction has the sign of the number. */
    float fraction = x == y ? 0 : x - y;
    return fraction == 0 && (x < 0 || (x == 0 && 1 / x < 0)) ? -(float)0 : fraction;
}
