//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Two descriptors that differ.
#include <unistd.h>

extern void reach_error(void);

int main(void)
{
    int ends[2];
    if (pipe(ends) == 0 && (ends[0] == ends[1] || ends[0] < 0))
        reach_error();
    return 0;
}
