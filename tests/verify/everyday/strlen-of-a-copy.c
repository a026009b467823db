//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A copied string is as long as the original.
#include <assert.h>
#include <string.h>
int main(void)
{
    char src[] = "linchpin";
    char dst[16];
    strcpy(dst, src);
    assert(strlen(dst) == 8);
    assert(strcmp(src, dst) == 0);
    return 0;
}
