//@ run: verify %s --property memsafety
//@ truth: holds
//@ verdict: true
// The number is looked at.
#include <stdio.h>

int main(void)
{
    int a[10] = { 0 }, i;
    if (scanf("%d", &i) != 1 || i < 0 || i >= 10)
        return 0;
    return a[i];
}
