//@ run: verify %s --property unreach-call --cpu-time 10
//@ truth: holds
//@ verdict: unknown(unsupported)
// What comes out is what was put in.
#include <assert.h>
#include <unistd.h>
int main(void)
{
    int ends[2];
    char in = 'x', out;
    if (pipe(ends) == 0 && write(ends[1], &in, 1) == 1 && read(ends[0], &out, 1) == 1)
        assert(in == out);
    return 0;
}
