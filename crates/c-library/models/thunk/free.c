void free(void *block)
{
    __builtin_free(block);
}
