//@ run: verify %s --reproducer %t.c --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: confirmed by cc
// `main` is called with the strings of the run.
#include <string.h>
extern void reach_error(void);
int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "-n") == 0 && argv[2][0] == '\\')
        reach_error(); //~ violated unreach-call
    return 0;
}
