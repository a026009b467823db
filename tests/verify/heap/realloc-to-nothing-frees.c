//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-free)
// After `realloc` to no bytes the block is gone.
extern void *malloc(__SIZE_TYPE__);
extern void *realloc(void *, __SIZE_TYPE__);
extern void free(void *);

int main(void)
{
    char *p = malloc(8);
    realloc(p, 0);
    free(p); //~ violated valid-free
    return 0;
}
