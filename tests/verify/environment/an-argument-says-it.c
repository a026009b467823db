//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
extern void reach_error(void);
int main(int argc, char **argv)
{
    if (argc == 2 && argv[1][0] == '-')
        reach_error(); //~ violated unreach-call
    return 0;
}
