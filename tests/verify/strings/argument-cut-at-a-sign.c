//@ run: verify %s --property memsafety --cpu-time 30
//@ truth: holds
//@ verdict: true
// What `strchr` finds lies in front of the end.
#include <string.h>
int main(int argc, char **argv)
{
    if (argc < 2)
        return 1;
    char *sign = strchr(argv[1], '=');
    if (sign == NULL)
        return 1;
    *sign = 0;
    return 0;
}
