//@ run: verify %s --property valid-deref --property valid-free --property valid-memcleanup
//@ truth: holds
//@ verdict: true
// A buffer that grows with what is put into it, and is freed in the end.
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
extern void *realloc(void *, __SIZE_TYPE__);
extern void free(void *);

int main(void)
{
    char *items = 0;
    unsigned n_items = 0, room = 0;
    while (n_items < 3 && __VERIFIER_nondet_int()) {
        if (n_items == room) {
            room = room ? 2 * room : 1;
            items = realloc(items, room);
        }
        items[n_items++] = 3;
    }
    free(items);
    return 0;
}
