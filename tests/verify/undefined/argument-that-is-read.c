//@ run: verify %s
//@ truth: holds
//@ verdict: true
// The arguments of a program are there: no decision about them depends on what nobody wrote.
int main(int argc, char **argv)
{
    if (argc > 1 && argv[1][0] == '-')
        return 2;
    return 0;
}
