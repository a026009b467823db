//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-free)
// A local array is no heap block.
extern void *malloc(__SIZE_TYPE__);
extern void *realloc(void *, __SIZE_TYPE__);
extern void free(void *);

int main(void)
{
    char local[8];
    char *p = realloc(local, 16); //~ violated valid-free
    free(p);
    return 0;
}
