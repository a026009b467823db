typedef __typeof__(sizeof 0) size_t;

void bzero(void *s, size_t n)
{
    __builtin_bzero(s, n);
}
