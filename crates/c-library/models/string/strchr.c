typedef __typeof__(sizeof 0) size_t;

char *strchr(const char *s, int c)
{
    size_t i = 0;
    while (s[i] != 0 && s[i] != (char)c)
        i++;
    return s[i] == (char)c ? (char *)(s + i) : (char *)0;
}
