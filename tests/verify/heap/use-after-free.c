//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// A block is read after it is freed.
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);

int main(void)
{
    int *p = malloc(sizeof(int));
    *p = 4;
    free(p);
    return *p; //~ violated valid-deref
}
