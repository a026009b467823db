int ffsll(long long n)
{
    return __builtin_ffsll(n);
}
