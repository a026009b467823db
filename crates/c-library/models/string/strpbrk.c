typedef __typeof__(sizeof 0) size_t;
extern size_t strcspn(const char *, const char *);

char *strpbrk(const char *s, const char *set)
{
    size_t n = strcspn(s, set);
    return s[n] != 0 ? (char *)(s + n) : (char *)0;
}
