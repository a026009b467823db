typedef __typeof__(sizeof 0) size_t;
extern size_t strcspn(const char *, const char *);

char *strsep(char **rest, const char *set)
{
    char *s = *rest;
    if (s == 0)
        return 0;
    size_t n = strcspn(s, set);
    if (s[n] != 0) {
        s[n] = 0;
        *rest = s + n + 1;
    } else {
        *rest = 0;
    }
    return s;
}
