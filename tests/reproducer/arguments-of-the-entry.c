//@ run: verify %s --property unreach-call --entry begin --reproducer %t.c
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: confirmed by cc
// The reproducer calls the entry function itself.
extern void reach_error(void);
int begin(int argc, char **argv)
{
    if (argc == -3 && !argv)
        reach_error(); //~ violated unreach-call
    return 0;
}
