//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Nothing has been written yet.
static int x;
//@ invariant x == 1; //~ violated unreach-call

int main(void)
{
    x = 1;
    return 0;
}
