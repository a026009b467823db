//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// Only an input that is a multiple of four is fine.
extern int __VERIFIER_nondet_int(void);

extern void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
extern void free(void *);

int main(void)
{
    char *p = calloc(4, 4);
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 12)
        i = 0;
    int r = *(int *)(p + i); //~ violated alignment
    free(p);
    return r;
}
