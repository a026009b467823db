//@ run: verify %s
//@ verdict: unknown(unsupported)
// What does not fit is undefined (C17 7.22.1p1).
#include <stdlib.h>
int main(void)
{
    return atoi("99999999999") == 7 ? 1 : 0;
}
