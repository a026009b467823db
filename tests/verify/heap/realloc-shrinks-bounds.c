//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// What was inside before is outside now.
extern void *malloc(__SIZE_TYPE__);
extern void *realloc(void *, __SIZE_TYPE__);
extern void free(void *);

int main(void)
{
    char *p = malloc(8);
    p = realloc(p, 4);
    p[4] = 2; //~ violated valid-deref
    free(p);
    return 0;
}
