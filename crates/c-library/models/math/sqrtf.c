extern double sqrt(double);

/* A double holds more than twice the bits of a float, so that rounding twice is rounding once. */
float sqrtf(float x)
{
    return (float)sqrt((double)x);
}
