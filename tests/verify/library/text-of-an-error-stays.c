//@ run: verify %s --property unreach-call --cpu-time 10
//@ truth: holds
//@ verdict: unknown(unsupported)
#include <assert.h>
#include <string.h>
int main(void)
{
    char text[80] = {0};
    strncpy(text, strerror(2), 79);
    assert(strncmp(text, strerror(2), 79) == 0);
    return 0;
}
