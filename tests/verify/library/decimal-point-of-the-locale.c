//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The locale is "C", which has a point.
#include <limits.h>
#include <locale.h>
extern void reach_error(void);
int main(void)
{
    struct lconv *conventions = localeconv();
    if (conventions->decimal_point[0] != '.' || conventions->thousands_sep[0] != 0)
        reach_error();
    if (conventions->frac_digits != CHAR_MAX)
        reach_error();
    return 0;
}
