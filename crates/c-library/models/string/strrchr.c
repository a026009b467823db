typedef __typeof__(sizeof 0) size_t;

char *strrchr(const char *s, int c)
{
    size_t i = 0;
    char *found = 0;
    while (s[i] != 0) {
        if (s[i] == (char)c)
            found = (char *)(s + i);
        i++;
    }
    return (char)c == 0 ? (char *)(s + i) : found;
}
