//@ run: verify %s --property valid-deref
//@ truth: fails
//@ verdict: false(valid-deref)
// `argc` may be 0.
int main(int argc, char **argv)
{
    return argv[0][0]; //~ violated valid-deref
}
