//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A block that grows keeps what it held, whatever that was.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
extern void *realloc(void *, __SIZE_TYPE__);
extern void free(void *);

int main(void)
{
    int *p = malloc(2 * sizeof(int));
    int x = __VERIFIER_nondet_int();
    p[0] = x;
    p[1] = 7;
    p = realloc(p, 4 * sizeof(int));
    p[2] = 1;
    if (p[0] != x || p[1] != 7)
        reach_error();
    return 0;
}
