//@ run: verify %s --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// `main` can promise something as well.
//@ ensures \result == 0; //~ violated unreach-call
int main(void)
{
    return 1;
}
