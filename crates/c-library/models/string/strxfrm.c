typedef __typeof__(sizeof 0) size_t;
extern size_t strlen(const char *);

/* In the locale "C" a string compares as it is. What is left in a buffer that is too small is
   open. */
size_t strxfrm(char *to, const char *from, size_t size)
{
    size_t length = strlen(from);
    if (length < size)
        __builtin_memcpy(to, from, length + 1);
    else if (size > 0)
        __builtin_memcpy(to, from, size);
    return length;
}
