//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-memtrack)
// The only pointer to a block is overwritten.
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);

int main(void)
{
    char *p = malloc(8);
    p = malloc(4);
    free(p);
    return 0; //~ violated valid-memtrack
}
