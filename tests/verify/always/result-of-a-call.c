//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The variable is written when the call is over.
static int x = 1;
//@ invariant x != 0; //~ violated unreach-call

static int give(int n)
{
    return n;
}

int main(void)
{
    x = give(2);
    x = give(0);
    return 0;
}
