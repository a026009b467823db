//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// What was never written may be the largest number.

extern void *malloc(__SIZE_TYPE__);
extern void free(void *);

int main(void)
{
    int *p = malloc(sizeof(int));
    int x = *p + 1; //~ violated no-overflow
    free(p);
    return 0;
}
