//@ run: verify %s --property valid-deref
//@ truth: fails
//@ verdict: false(valid-deref)
// The argument may be empty.
int main(int argc, char **argv)
{
    if (argc == 2)
        return argv[1][1]; //~ violated valid-deref
    return 0;
}
