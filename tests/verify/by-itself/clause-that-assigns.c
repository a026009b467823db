//@ run: verify %s --function f
// What is said of a program does not change it.
void f(int a)
{
    //@ assert a = 1; //~ error[E0952]: what is said of a program has no effect on it, and it changes a variable
    (void)a;
}
