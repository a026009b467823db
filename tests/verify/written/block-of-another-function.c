//@ run: verify %s --cpu-time 60
//@ truth: holds
//@ verdict: true
// One function makes the block, another fills it; how large it is was a parameter of the first.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static char *make(int n)
{
    return malloc(n);
}

static void fill(char *p, int n)
{
    for (int i = 0; i < n; i++)
        p[i] = 'a';
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000)
        return 0;
    char *a = make(n);
    while (__VERIFIER_nondet_int())
        ;
    fill(a, n);
    int found = 0;
    for (int i = 0; i < n; i++)
        if (a[i] == 'b')
            found = 1;
    free(a);
    return found;
}
