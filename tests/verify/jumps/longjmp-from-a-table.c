//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: unknown(unsupported)
// A call through a pointer that may be a jump is one.
#include <setjmp.h>
extern void reach_error(void);
static jmp_buf buffer;
static void (*const ways[])(jmp_buf, int) = { longjmp, _longjmp };
int main(int argc, char **argv)
{
    if (setjmp(buffer))
        reach_error();
    ways[argc & 1](buffer, 1);
}
