//@ run: verify %s
//@ truth: holds
//@ verdict: true
// Behind the call is nobody who divides by zero.
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    if (argc == 0)
        errx(2, "%d arguments", argc);
    return 10 / argc;
}
