//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The number of arguments is not negative, and the vector ends with null.
#include <assert.h>
#include <stddef.h>
int main(int argc, char **argv)
{
    assert(argc >= 0);
    assert(argv[argc] == NULL);
    return 0;
}
