typedef __typeof__(sizeof 0) size_t;
extern void *malloc(size_t);
extern size_t strlen(const char *);

char *strdup(const char *s)
{
    size_t size = strlen(s) + 1;
    char *copy = malloc(size);
    if (copy != 0)
        __builtin_memcpy(copy, s, size);
    return copy;
}

char *__strdup(const char *s)
{
    return strdup(s);
}
