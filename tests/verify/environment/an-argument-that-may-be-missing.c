//@ run: verify %s --property valid-deref
//@ truth: fails
//@ verdict: false(valid-deref)
// With one argument, `argv[1]` is null.
int main(int argc, char **argv)
{
    return argv[1][0]; //~ violated valid-deref
}
