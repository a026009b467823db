typedef __typeof__(sizeof 0) size_t;

void bcopy(const void *from, void *to, size_t n)
{
    __builtin_memmove(to, from, n);
}
