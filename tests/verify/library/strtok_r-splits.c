//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The first word ends at the separator.
#include <assert.h>
#include <string.h>
int main(void)
{
    char s[] = "a,b", *rest;
    char *first = strtok_r(s, ",", &rest);
    assert(first == s && s[1] == 0);
    return 0;
}
