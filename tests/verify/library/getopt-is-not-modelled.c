//@ run: verify %s --property unreach-call --cpu-time 5
//@ truth: fails
//@ verdict: unknown(unsupported)
// Options of the program are any.
#include <unistd.h>
extern void reach_error(void);
int main(int argc, char **argv)
{
    if (getopt(argc, argv, "a") == 'a')
        reach_error();
    return 0;
}
