//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// C17 7.4p1: an unsigned char or EOF; here the macro reads the table of the GNU C library.
#include <ctype.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    char c = (char)0xe4;
    unsigned n = __VERIFIER_nondet_uint();
    while (n > 0)
        n--;
    return isalpha(c) != 0; //~ violated valid-deref
}
