//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: unknown(unsupported)
// An automatic record is no better than a register, whoever changed it.
#include <setjmp.h>
extern void reach_error(void);
static jmp_buf start;
struct reader {
    int position;
    int length;
};
static void read(struct reader *reader)
{
    reader->position = 3;
    longjmp(start, 1);
}
int main(void)
{
    struct reader reader = { 0, 10 };
    if (setjmp(start) == 0)
        read(&reader);
    if (reader.position != 3)
        reach_error();
    return 0;
}
