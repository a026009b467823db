//@ run: verify %s --property unreach-call --cpu-time 4
//@ truth: fails
//@ verdict: unknown(unsupported)
// A function without body may call what jumps; what it had begun then is not known.
#include <setjmp.h>
extern void reach_error(void);
extern void for_each(void (*visit)(int));
static jmp_buf start;
static void visit(int n)
{
    if (n == 3)
        longjmp(start, 1);
}
int main(void)
{
    if (setjmp(start))
        reach_error();
    for_each(visit);
    return 0;
}
