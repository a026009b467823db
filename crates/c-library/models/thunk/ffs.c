int ffs(int n)
{
    return __builtin_ffs(n);
}
