//@ run: verify %s --property memsafety
//@ truth: holds
//@ verdict: unknown(unsupported)
// What mmap gives is not modelled.
#include <sys/mman.h>

int main(void)
{
    char *page = mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page != MAP_FAILED)
        munmap(page, 4096);
    return 0;
}
