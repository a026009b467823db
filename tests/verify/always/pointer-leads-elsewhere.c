//@ run: verify %s --property unreach-call
// What a pointer leads to need not be there at every moment.
static int x, *p = &x;
//@ invariant *p == 0; //~ error[E0952]: an invariant speaks of global variables, and not of what pointers lead to or what each thread has for itself

int main(void)
{
    return *p;
}
