long long llabs(long long n)
{
    return __builtin_llabs(n);
}
