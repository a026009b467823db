//@ run: verify %s --function f
// What is said of a program does not change it.
void f(int a)
{
    //@ assert a = 1; //~ error[E0952]: a clause must not change anything or call a function, and it changes a variable
    (void)a;
}
