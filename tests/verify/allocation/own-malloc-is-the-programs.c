//@ run: verify %s --property memsafety --malloc-may-fail
//@ truth: holds
//@ verdict: true
// The function is the program's own, and never fails.
static char store[64];
void *malloc(__typeof__(sizeof 0) size)
{
    return store;
}
int main(void)
{
    char *p = malloc(8);
    p[7] = 1;
    return 0;
}
