//@ run: verify %s --property memsafety
//@ truth: holds
//@ verdict: true
// A block that is still pointed to is not lost when the program aborts.
extern void abort(void) __attribute__((__noreturn__));
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);

int main(void)
{
    char *p = malloc(8);
    *p = 1;
    abort();
}
