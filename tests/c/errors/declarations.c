//@ run: verify %s --property unreach-call
// Declarations that contradict each other or themselves.
int twice(void) { return 1; }
int twice(void) { return 2; } //~ error[E0202]: redefinition of function `twice`
int other;
char other; //~ error[E0202]: conflicting types for `other`
extern int f(int);
extern long f(int); //~ error[E0202]: conflicting types for `f`
struct s { int a; char a; }; //~ error[E0202]: redefinition of member `a`
struct s { int b; }; //~ error[E0202]: redefinition of struct `s`
int negative[-1]; //~ error[E0243]: the array's length is -1
int varying[other]; //~ error[E0220]: the array's length is not constant
struct bits { int wide : 40; float f : 2; }; //~ error[E0244]: the width of the bit-field exceeds the 32 bits of `int` //~ error[E0244]: a bit-field cannot be a `float`
int function(void)[3]; //~ error[E0241]: a function cannot return
_Static_assert(sizeof(int) == 8, "int has eight bytes"); //~ error[E0222]: static assertion failed: int has eight bytes
int main(void)
{
    int local = 1;
    int local = 2; //~ error[E0202]: redefinition of object `local`
    return local;
}
