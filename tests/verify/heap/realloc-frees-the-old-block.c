//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// The old pointer dangles, even if the new block is smaller.
extern void *malloc(__SIZE_TYPE__);
extern void *realloc(void *, __SIZE_TYPE__);
extern void free(void *);

int main(void)
{
    char *p = malloc(8);
    char *q = realloc(p, 4);
    *p = 1; //~ violated valid-deref
    free(q);
    return 0;
}
