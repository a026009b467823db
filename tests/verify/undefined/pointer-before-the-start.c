//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// There is nothing before the first element.
extern int __VERIFIER_nondet_int(void);

extern void *malloc(__SIZE_TYPE__);
extern void free(void *);

int main(void)
{
    char *p = malloc(4);
    int i = __VERIFIER_nondet_int();
    char *q = p - (i & 1); //~ violated pointer-arithmetic
    free(p);
    return 0;
}
