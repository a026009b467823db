typedef __typeof__(sizeof 0) size_t;

static int are_equal(const unsigned char *a, const unsigned char *b, size_t n)
{
    size_t i = 0;
    while (i < n && a[i] == b[i])
        i++;
    return i == n;
}

void *memmem(const void *block, size_t size, const void *part, size_t n)
{
    const unsigned char *s = block;
    if (n > size)
        return 0;
    for (size_t i = 0; i <= size - n; i++) {
        if (are_equal(s + i, part, n))
            return (void *)(s + i);
    }
    return 0;
}
