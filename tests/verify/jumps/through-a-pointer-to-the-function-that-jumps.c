//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// What is called through a pointer may jump, too.
#include <setjmp.h>
extern void reach_error(void);
static jmp_buf start;
static void give_up(int code)
{
    longjmp(start, code);
}
static void go_on(int code)
{
    (void)code;
}
static void (*const handlers[])(int) = { go_on, give_up };
int main(int argc, char **argv)
{
    if (setjmp(start) == 4)
        reach_error(); //~ violated unreach-call
    handlers[argc > 1](4);
    return 0;
}
