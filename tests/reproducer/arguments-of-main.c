//@ run: verify %s --property unreach-call --reproducer %t.c
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: confirmed by cc
// The reproducer calls `main` itself.
extern void reach_error(void);
int main(int argc, char **argv)
{
    if (argc == -3 && !argv)
        reach_error(); //~ violated unreach-call
    return 0;
}
