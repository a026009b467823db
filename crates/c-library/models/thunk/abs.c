int abs(int n)
{
    return __builtin_abs(n);
}
