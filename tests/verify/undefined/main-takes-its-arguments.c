//@ run: verify %s
//@ truth: holds
//@ verdict: true
// What starts a program hands `main` an environment too, which it need not take.
#include <assert.h>

int main(int argc, char **argv)
{
    assert(argc >= 0 && argv);
    return argc > 1;
}
