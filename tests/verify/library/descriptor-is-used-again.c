//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// One that was closed may be the next.
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>
int main(void)
{
    int a = open("a", O_RDONLY);
    if (a < 0)
        return 0;
    close(a);
    int b = open("b", O_RDONLY);
    assert(a != b); //~ violated assertion
    return 0;
}
