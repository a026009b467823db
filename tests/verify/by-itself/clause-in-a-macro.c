//@ run: verify %s --function f
// What is said in the definition of a macro would be lost.
#define SAY(x) do { /*@ assert x == 1; */ (void)x; } while (0) //~ error[E0950]: what is said in the definition of a macro is not read
int f(int x)
{
    SAY(x);
    return 0;
}
