//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-memtrack)
// The block is lost before `abort` ends the program.
extern void abort(void) __attribute__((__noreturn__));
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);

int main(void)
{
    char *p = malloc(8);
    p = 0;
    abort(); //~ violated valid-memtrack
}
