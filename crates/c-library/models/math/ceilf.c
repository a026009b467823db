/* From this size on every number is whole; the sign of zero stays. */
static float whole(float x)
{
    if (!(x < 8388608.0f && x > -8388608.0f))
        return x;
    float y = (float)(long long)x;
    return y == 0 ? x * 0 : y;
}

float ceilf(float x)
{
    float y = whole(x);
    if (!(y < x))
        return y;
    /* Between -1 and 0 the result is -0, which `y` is already. */
    return y + 1;
}
