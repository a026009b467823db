//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// Without arguments argv[1] is null.
int main(int argc, char **argv)
{
    return argv[1][0]; //~ violated valid-deref
}
