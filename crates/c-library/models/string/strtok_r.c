typedef __typeof__(sizeof 0) size_t;
extern size_t strcspn(const char *, const char *);
extern size_t strspn(const char *, const char *);

char *strtok_r(char *s, const char *set, char **rest)
{
    if (s == 0)
        s = *rest;
    size_t start = strspn(s, set);
    char *token = s + start;
    if (*token == 0) {
        *rest = token;
        return 0;
    }
    size_t n = strcspn(token, set);
    if (token[n] != 0) {
        token[n] = 0;
        *rest = token + n + 1;
    } else {
        *rest = token + n;
    }
    return token;
}

char *__strtok_r(char *s, const char *set, char **rest)
{
    return strtok_r(s, set, rest);
}
