//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Options of the program are any.
#include <unistd.h>
extern void reach_error(void);
int main(int argc, char **argv)
{
    if (getopt(argc, argv, "a") == 'a')
        reach_error(); //~ violated unreach-call
    return 0;
}
