//@ run: verify %s --property unreach-call --cpu-time 10
//@ truth: holds
//@ verdict: unknown(unsupported)
// Where a stream stands, the program has made itself.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    FILE *file = fopen("x", "rb");
    if (!file)
        return 0;
    long place = ftell(file);
    assert(place == 0 || place == -1);
    fclose(file);
    return 0;
}
