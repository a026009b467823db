//@ run: verify %s --property valid-deref
//@ truth: fails
//@ verdict: false(valid-deref)
int main(int argc, char **argv, char **envp)
{
    return envp[0][0]; //~ violated valid-deref
}
