//@ run: verify %s
//@ truth: holds
//@ verdict: true
// Nothing races in a program without threads, so that `write` is followed whatever is asked.
#include <unistd.h>

int main(void)
{
    write(1, "abc", 3);
    return 0;
}
