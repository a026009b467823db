//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// What lay behind the new end is not there any more when the block grows again.
extern void reach_error(void);
extern void *malloc(__SIZE_TYPE__);
extern void *realloc(void *, __SIZE_TYPE__);
extern void free(void *);

int main(void)
{
    int *p = malloc(2 * sizeof(int));
    p[0] = 5;
    p[1] = 7;
    p = realloc(p, sizeof(int));
    p = realloc(p, 2 * sizeof(int));
    if (p[0] == 5 && p[1] == 8)
        reach_error(); //~ violated unreach-call
    return 0;
}
