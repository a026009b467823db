long labs(long n)
{
    return __builtin_labs(n);
}
