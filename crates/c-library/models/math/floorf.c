/* From this size on every number is whole; the sign of zero stays. */
static float whole(float x)
{
    if (!(x < 8388608.0f && x > -8388608.0f))
        return x;
    float y = (float)(long long)x;
    return y == 0 ? x * 0 : y;
}

float floorf(float x)
{
    float y = whole(x);
    return y > x ? y - 1 : y;
}
