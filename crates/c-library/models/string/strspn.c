typedef __typeof__(sizeof 0) size_t;

static int is_in(const char *set, char c)
{
    size_t i = 0;
    while (set[i] != 0 && set[i] != c)
        i++;
    return set[i] != 0;
}

size_t strspn(const char *s, const char *set)
{
    size_t n = 0;
    while (s[n] != 0 && is_in(set, s[n]))
        n++;
    return n;
}
