typedef __typeof__(sizeof 0) size_t;
extern size_t strlen(const char *);
extern size_t strnlen(const char *, size_t);

size_t strlcat(char *to, const char *from, size_t size)
{
    size_t end = strnlen(to, size);
    size_t length = strlen(from);
    if (end < size) {
        size_t room = size - end;
        size_t n = length < room ? length : room - 1;
        __builtin_memcpy(to + end, from, n);
        to[end + n] = 0;
    }
    return end + length;
}
