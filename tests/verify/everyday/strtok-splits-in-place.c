//@ run: verify %s --property unreach-call --time 3
//@ truth: holds
//@ verdict: true
// The first piece is up to the first comma.
#include <assert.h>
#include <string.h>
int main(void)
{
    char s[] = "ab,cd";
    char *first = strtok(s, ",");
    assert(first == s && s[2] == 0);
    assert(strcmp(strtok(0, ","), "cd") == 0);
    return 0;
}
