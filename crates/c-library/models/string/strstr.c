typedef __typeof__(sizeof 0) size_t;

static int begins_with(const char *s, const char *start)
{
    size_t i = 0;
    while (start[i] != 0 && s[i] == start[i])
        i++;
    return start[i] == 0;
}

char *strstr(const char *s, const char *part)
{
    size_t i = 0;
    while (!begins_with(s + i, part)) {
        if (s[i] == 0)
            return 0;
        i++;
    }
    return (char *)(s + i);
}
