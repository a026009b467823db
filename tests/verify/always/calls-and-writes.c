//@ run: verify %s --property unreach-call
// A question changes nothing.
static int x;
int f(void);
//@ invariant f() == 0; //~ error[E0952]: what is said of a program has no effect on it, and it calls a function
//@ invariant x++ == 0; //~ error[E0952]: what is said of a program has no effect on it, and it changes a variable

int main(void)
{
    return x;
}
