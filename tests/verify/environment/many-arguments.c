//@ run: verify %s --property memsafety --cpu-time 2
//@ truth: holds
//@ verdict: unknown(timeout)
// A program may be given any number of arguments, all of them strings.
int main(int argc, char **argv)
{
    int options = 0;
    for (int i = 1; i < argc; i++)
        if (argv[i][0] == '-')
            options++;
    return options;
}
