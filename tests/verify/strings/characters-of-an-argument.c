//@ run: verify %s --cpu-time 30
//@ truth: holds
//@ verdict: true
// A pointer walks up to the end.
#include <stdio.h>
int main(int argc, char **argv)
{
    int n = 0;
    if (argc != 2)
        return 1;
    for (char *p = argv[1]; *p; p++)
        if (*p == 'a')
            n = 1;
    printf("%d\n", n);
    return 0;
}
