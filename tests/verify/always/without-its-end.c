//@ run: verify %s --property unreach-call
// The next line would be part of it.
static int x;
//@ invariant x <= 5 //~ error[E0950]: an invariant ends with `;`, and this one does not

int main(void)
{
    x = 1;
    return 0;
}
