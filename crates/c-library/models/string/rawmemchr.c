typedef __typeof__(sizeof 0) size_t;

void *rawmemchr(const void *block, int c)
{
    const unsigned char *s = block;
    size_t i = 0;
    while (s[i] != (unsigned char)c)
        i++;
    return (void *)(s + i);
}
