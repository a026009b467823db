int ffsl(long n)
{
    return __builtin_ffsl(n);
}
