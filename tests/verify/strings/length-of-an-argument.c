//@ run: verify %s --cpu-time 30
//@ truth: holds
//@ verdict: true
// An argument is a string of any length: its end lies ahead, in the same block.
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv)
{
    if (argc < 2)
        return 1;
    printf("%zu\n", strlen(argv[1]));
    return 0;
}
