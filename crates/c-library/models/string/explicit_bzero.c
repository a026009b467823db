typedef __typeof__(sizeof 0) size_t;
extern void *memset(void *, int, size_t);

void explicit_bzero(void *block, size_t size)
{
    memset(block, 0, size);
}
