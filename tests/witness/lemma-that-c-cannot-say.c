//@ run: verify %s --property valid-memcleanup --engine slicing --witness %t.yml
//@ truth: holds
//@ verdict: true
//@ shows: note: witness: the proof also rests on ... left out
//@ run: check %t.yml %s
//@ verdict: true
// That no block is alive at the head of the loop is no expression of C.
extern int __VERIFIER_nondet_int(void);
extern void exit(int) __attribute__((__noreturn__));
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        char *p = malloc(8);
        free(p);
        if (__VERIFIER_nondet_int())
            exit(1);
    }
    return 0;
}
