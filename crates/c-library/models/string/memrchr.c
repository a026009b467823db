typedef __typeof__(sizeof 0) size_t;

void *memrchr(const void *block, int c, size_t n)
{
    const unsigned char *s = block;
    size_t i = n;
    while (i > 0 && s[i - 1] != (unsigned char)c)
        i--;
    return i > 0 ? (void *)(s + (i - 1)) : (void *)0;
}
