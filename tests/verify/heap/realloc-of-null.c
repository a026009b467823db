//@ run: verify %s --property memsafety
//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// `realloc` of null is `malloc`, and gives a block even where no bytes are asked for.
extern void reach_error(void);
extern void *malloc(__SIZE_TYPE__);
extern void *realloc(void *, __SIZE_TYPE__);
extern void free(void *);

int main(void)
{
    int *p = realloc(0, sizeof(int)), *q = realloc(0, 0);
    *p = 3;
    if (*p != 3 || q == 0)
        reach_error();
    free(p);
    free(q);
    return 0;
}
