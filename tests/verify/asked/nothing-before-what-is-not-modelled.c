//@ run: verify %s --time 60
//@ run: verify %s --property no-overflow --property unreach-call --all
//@ truth: holds
//@ verdict: unknown(unsupported)
// Nothing is left to ask behind the call, which is no proof.
#include <sys/mman.h>
int main(void)
{
    char *page = mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
        return 1;
    return page[0];
}
