//@ run: verify %s --property no-overflow
//@ truth: holds
//@ verdict: true
#include <stdio.h>
#include <time.h>
int main(void)
{
    clock_t start = clock();
    printf("%f\n", (double)(clock() - start) / CLOCKS_PER_SEC);
    return 0;
}
