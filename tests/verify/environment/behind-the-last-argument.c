//@ run: verify %s --property valid-deref
//@ truth: fails
//@ verdict: false(valid-deref)
int main(int argc, char *argv[])
{
    if (argc == 2)
        return argv[3] != 0; //~ violated valid-deref
    return 0;
}
