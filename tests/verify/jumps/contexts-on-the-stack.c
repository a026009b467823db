//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Exceptions by macros: each block has its context, linked to the one around; the link does not
// change between `setjmp` and the jump, and so C keeps it.
#include <setjmp.h>
#include <stdlib.h>
extern void reach_error(void);
struct context {
    jmp_buf place;
    struct context *outer;
};
static struct context *top;
static void throw(int code)
{
    if (!top)
        exit(1);
    longjmp(top->place, code);
}
static int checked(int x)
{
    if (x > 10)
        throw(3);
    return x;
}
int main(void)
{
    static int result;
    struct context first = { .outer = 0 };
    top = &first;
    if (setjmp(first.place) == 0) {
        struct context second = { .outer = top };
        top = &second;
        if (setjmp(second.place) == 0) {
            result = checked(11);
            top = second.outer;
        } else {
            top = second.outer;
            result = -1;
            throw(4);
        }
        top = first.outer;
    } else {
        top = first.outer;
        if (result == -1 && !top)
            reach_error(); //~ violated unreach-call
    }
    return 0;
}
