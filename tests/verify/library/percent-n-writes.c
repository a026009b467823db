//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// `%n` stores how many characters came before.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int n = -1;
    printf("abc%n", &n);
    assert(n == 3);
    return 0;
}
