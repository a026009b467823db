//@ run: verify %s --reproducer %t.c --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: confirmed by cc
// The third parameter of `main` too is that of the run, and so is a program without a name.
extern void reach_error(void);
int main(int argc, char **argv, char **envp)
{
    if (argc == 0 && envp[0] && envp[0][0] == 'A')
        reach_error(); //~ violated unreach-call
    return 0;
}
