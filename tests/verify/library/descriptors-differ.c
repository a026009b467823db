//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// What is open is not opened again.
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void)
{
    int a = open("a", O_RDONLY), b = open("b", O_RDONLY);
    if (a >= 0 && b >= 0)
        assert(a != b);
    assert(close(-1) == -1 && fileno(stdout) == 1);
    return 0;
}
