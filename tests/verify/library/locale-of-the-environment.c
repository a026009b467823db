//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The environment may name a locale that is not there.
#include <locale.h>
extern void reach_error(void);
int main(void)
{
    if (!setlocale(LC_ALL, ""))
        reach_error(); //~ violated unreach-call
    return 0;
}
