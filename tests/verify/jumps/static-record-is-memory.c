//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// What is not automatic has the value that it had when the jump was made.
#include <setjmp.h>
#include <stdlib.h>
extern void reach_error(void);
struct reader {
    jmp_buf start;
    int position;
};
static void read(struct reader *reader)
{
    reader->position = 3;
    longjmp(reader->start, 7);
}
int main(void)
{
    struct reader *reader = malloc(sizeof *reader);
    if (!reader)
        return 1;
    reader->position = 0;
    int code = setjmp(reader->start);
    if (code == 0)
        read(reader);
    if (code != 7 || reader->position != 3)
        reach_error();
    free(reader);
    return 0;
}
