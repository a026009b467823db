//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// What is found is in the text.
#include <assert.h>
#include <string.h>
int main(void)
{
    char s[] = "abc";
    assert(strstr(s, "bc") == s + 1);
    return 0;
}
