typedef __typeof__(sizeof 0) size_t;

char *stpcpy(char *to, const char *from)
{
    size_t n = 0;
    while (from[n] != 0)
        n++;
    __builtin_memcpy(to, from, n + 1);
    return to + n;
}
