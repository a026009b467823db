//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-free)
// Only the start of a block can be freed.
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);

int main(void)
{
    char *p = malloc(8);
    p++;
    free(p); //~ violated valid-free
    return 0;
}
