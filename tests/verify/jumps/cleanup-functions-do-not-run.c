//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A jump takes no notice of `cleanup`.
#include <setjmp.h>
extern void reach_error(void);
static jmp_buf start;
static void clean(int *what)
{
    (void)what;
    reach_error();
}
static void inside(void)
{
    int guarded __attribute__((cleanup(clean))) = 1;
    longjmp(start, guarded);
}
int main(void)
{
    if (setjmp(start) == 0)
        inside();
    return 0;
}
