//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// strncpy fills the rest with zeros.
#include <string.h>

extern void reach_error(void);

int main(void)
{
    char to[8];
    memset(to, 'x', sizeof to);
    strncpy(to, "ab", sizeof to);
    for (int i = 2; i < 8; i++)
        if (to[i] != 0)
            reach_error();
    return 0;
}
