extern float roundf(float);
extern float rintf(float);

long lroundf(float x)
{
    return (long)roundf(x);
}

long long llroundf(float x)
{
    return (long long)roundf(x);
}

long lrintf(float x)
{
    return (long)rintf(x);
}

long long llrintf(float x)
{
    return (long long)rintf(x);
}
