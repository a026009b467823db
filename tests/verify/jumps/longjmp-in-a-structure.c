//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: unknown(unsupported)
// The jump is a member, as in libraries that let one choose how to give up.
#include <setjmp.h>
extern void reach_error(void);
struct reader {
    jmp_buf start;
    void (*give_up)(jmp_buf, int);
};
static void read(struct reader *reader)
{
    reader->give_up(reader->start, 3);
}
int main(void)
{
    struct reader reader;
    reader.give_up = longjmp;
    if (setjmp(reader.start) == 3)
        reach_error();
    read(&reader);
}
