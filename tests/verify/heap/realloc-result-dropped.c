//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-memtrack)
// Nobody knows the new block.
extern void *malloc(__SIZE_TYPE__);
extern void *realloc(void *, __SIZE_TYPE__);
extern void free(void *);

int main(void)
{
    char *p = malloc(8);
    realloc(p, 16);
    return 0; //~ violated valid-memtrack
}
