#include "../once.h"
extern int __VERIFIER_nondet_int(void);
int far(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 8)
        return 0;
    while (x > 5)
        x = once(x);
    return x;
}
