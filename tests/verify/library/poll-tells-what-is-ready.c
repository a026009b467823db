//@ run: verify %s
//@ truth: holds
//@ verdict: true
// Where the call does not fail, all of the results are written.
#include <assert.h>
#include <poll.h>
int main(void)
{
    struct pollfd files[2] = { { .fd = 0, .events = POLLIN }, { .fd = -1 } };
    int n = poll(files, 2, 1000);
    if (n >= 0) {
        assert(files[1].revents == 0);
        assert(n <= 1);
    }
    return 0;
}
