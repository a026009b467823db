// Two calls of one function, of which the second one fails.
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    char small[4], large[40];
    strcpy(large, "fits there");
    if (__VERIFIER_nondet_int())
        strcpy(small, "not here");
    return 0;
}
