//@ run: verify %s --function f
// An assertion there would change what the condition is about.
int f(int x)
{
    if (x > 0)
        //@ assert x > 0; //~ error[E0951]: no statement can stand here
        x = 1;
    return x;
}
