//@ run: verify %s --property unreach-call
// Operands that an operator cannot take; each is reported once.
struct s { int a; };

int main(void)
{
    struct s s = { 1 };
    int x = 1, a[3];
    int *p = &x;
    x = s + 1; //~ error[E0210]: `+` cannot be applied to `struct s` and `int`
    x = *x; //~ error[E0218]: `int` is not a pointer
    x = p * 2; //~ error[E0210]: `*` cannot be applied to `int *` and `int`
    a = p; //~ error[E0212]: cannot assign
    5 = x; //~ error[E0212]: cannot assign
    x = &3; //~ error[E0212]: a value has no address
    x(2); //~ error[E0214]: `int` cannot be called
    s = 4; //~ error[E0215]: a value of type `int` where `struct s` is expected
    x.a = 1; //~ error[E0205]: `int` has no members
    p->a = 1; //~ error[E0205]: `int *` has no members
    if (s) //~ error[E0210]: `struct s` is neither a number nor a pointer
        return -s; //~ error[E0210]: `-` cannot be applied to `struct s`
    return !s; //~ error[E0210]: `struct s` is neither a number nor a pointer
}
