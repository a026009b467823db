//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-free)
// The block is gone already.
extern void *malloc(__SIZE_TYPE__);
extern void *realloc(void *, __SIZE_TYPE__);
extern void free(void *);

int main(void)
{
    char *p = malloc(8);
    free(p);
    p = realloc(p, 16); //~ violated valid-free
    free(p);
    return 0;
}
