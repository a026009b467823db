typedef __typeof__(sizeof 0) size_t;

static unsigned char lower(char c)
{
    unsigned char byte = (unsigned char)c;
    return byte >= 65 && byte <= 90 ? (unsigned char)(byte + 32) : byte;
}

static int begins_with(const char *s, const char *start)
{
    size_t i = 0;
    while (start[i] != 0 && lower(s[i]) == lower(start[i]))
        i++;
    return start[i] == 0;
}

char *strcasestr(const char *s, const char *part)
{
    size_t i = 0;
    while (!begins_with(s + i, part)) {
        if (s[i] == 0)
            return 0;
        i++;
    }
    return (char *)(s + i);
}
