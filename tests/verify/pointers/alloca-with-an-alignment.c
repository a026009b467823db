//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The block is aligned to as many bits as the second argument says.
extern void reach_error(void);
int main(void)
{
    char *p = __builtin_alloca_with_align(16, 256);
    if ((unsigned long)p % 32 != 0)
        reach_error();
    return 0;
}
