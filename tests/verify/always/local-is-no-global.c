//@ run: verify %s --property unreach-call
// Only global variables are there at every moment.
static int x;
//@ invariant x == n; //~ error[E0952]: this cannot be read here: unknown name `n`

int main(void)
{
    int n = 0;
    return x + n;
}
