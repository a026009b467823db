typedef __typeof__(sizeof 0) size_t;

void *memchr(const void *block, int c, size_t n)
{
    const unsigned char *s = block;
    size_t i = 0;
    while (i < n && s[i] != (unsigned char)c)
        i++;
    return i < n ? (void *)(s + i) : (void *)0;
}
