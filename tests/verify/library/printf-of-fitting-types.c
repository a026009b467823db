//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
#include <stddef.h>
#include <stdio.h>

enum colour { RED };

int main(void)
{
    char c = 'x';
    short s = 1;
    float f = 1.5f;
    enum colour colour = RED;
    printf("%c%hhd%hd%d%u%x", c, c, s, s, 1u, 1u);
    printf("%ld%lu%lld%zu%td%d", 1l, 1ul, 1ll, sizeof s, (ptrdiff_t)1, colour);
    printf("%f%g%Lf%s%*d%.*s%p", f, 1.0, 1.0L, "text", 3, 4, 2, "text", (void *)&c);
    return 0;
}
