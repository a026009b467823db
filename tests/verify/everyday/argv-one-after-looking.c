//@ run: verify %s --property memsafety
//@ truth: holds
//@ verdict: true
// With two arguments and more argv[1] is a string.
int main(int argc, char **argv)
{
    if (argc < 2)
        return 1;
    return argv[1][0];
}
