//@ run: verify %s
//@ run: verify %s --data-model ILP32
//@ truth: holds
//@ verdict: true
// The record is filled where the call succeeds.
#include <assert.h>
#include <sys/stat.h>
int main(void)
{
    struct stat told;
    if (fstat(0, &told) == 0) {
        assert(told.st_size >= 0);
        assert(told.st_mtim.tv_nsec < 1000000000);
    }
    return 0;
}
