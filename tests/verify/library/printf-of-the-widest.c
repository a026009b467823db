//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
//@ model: LP64
// `%jd` asks for `intmax_t`, which is `long` here, `%zu` for `size_t` and `%td` for `ptrdiff_t`.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
int main(void)
{
    int a[2];
    printf("%jd %ju\n", (intmax_t)1, (uintmax_t)2);
    printf("%zu %td\n", sizeof a, &a[1] - &a[0]);
    return 0;
}
