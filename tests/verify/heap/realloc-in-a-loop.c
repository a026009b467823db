//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A buffer that grows as it is filled holds what was put into it.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
extern void *realloc(void *, __SIZE_TYPE__);
extern void free(void *);

int main(void)
{
    int *items = 0;
    unsigned n_items = 0, room = 0, sum = 0;
    while (__VERIFIER_nondet_int()) {
        if (n_items == room) {
            room = room ? 2 * room : 1;
            items = realloc(items, room * sizeof(int));
        }
        items[n_items++] = 3;
    }
    for (unsigned i = 0; i < n_items; i++)
        sum += items[i];
    if (sum == 15)
        reach_error(); //~ violated unreach-call
    free(items);
    return 0;
}
