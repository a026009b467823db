//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Writing through the result of strchr changes the string.
#include <assert.h>
#include <string.h>
int main(void)
{
    char s[] = "key=value";
    char *eq = strchr(s, '=');
    if (eq)
        *eq = 0;
    assert(s[3] == '='); //~ violated assertion
    return 0;
}
