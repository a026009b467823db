//@ run: verify %s --property unreach-call
// A question changes nothing.
static int x;
int f(void);
//@ invariant f() == 0; //~ error[E0952]: a clause must not change anything or call a function, and it calls a function
//@ invariant x++ == 0; //~ error[E0952]: a clause must not change anything or call a function, and it changes a variable

int main(void)
{
    return x;
}
