//@ run: verify %s --time 20
//@ truth: fails
//@ verdict: false(valid-deref)
//@ shows: `isdigit(c)` is given -55, which is neither an `unsigned char` nor `EOF`
//@ hides: __ctype_b_loc
// What the library's header makes of a call is nothing that anybody wrote.
#include <ctype.h>
int main(void)
{
    char c = '\311';
    if (isdigit(c)) //~ violated valid-deref
        return 1;
    return 0;
}
