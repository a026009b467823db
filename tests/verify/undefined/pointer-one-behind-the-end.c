//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
// One behind the end is a pointer, as long as nobody follows it.
extern int __VERIFIER_nondet_int(void);

extern void *malloc(__SIZE_TYPE__);
extern void free(void *);

int main(void)
{
    char *p = malloc(4);
    char *end = p + 4;
    int n = 0;
    for (char *q = p; q != end; q++)
        n++;
    free(p);
    return n != 4;
}
