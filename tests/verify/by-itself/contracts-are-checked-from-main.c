//@ run: verify %s --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// From `main` on, contracts are checked where they are met.
//@ requires n > 0; //~ violated unreach-call
//@ ensures \result >= 0;
static int half(int n)
{
    return n / 2;
}
int main(void)
{
    return half(3) + half(0);
}
