typedef __typeof__((char *)0 - (char *)0) ssize_t;

void swab(const void *from, void *to, ssize_t n)
{
    const char *source = from;
    char *target = to;
    for (ssize_t i = 0; i < n - 1; i += 2) {
        char first = source[i];
        char second = source[i + 1];
        target[i] = second;
        target[i + 1] = first;
    }
}
