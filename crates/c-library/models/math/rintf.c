/* To the nearest whole number, halves to even, by adding and removing the least number whose
   neighbours are whole. */
float rintf(float x)
{
    if (!(x < 8388608.0f && x > -8388608.0f) || x == 0)
        return x;
    float y = x > 0 ? x + 8388608.0f - 8388608.0f : x - 8388608.0f + 8388608.0f;
    return y == 0 ? x * 0 : y;
}

float nearbyintf(float x)
{
    return rintf(x);
}
