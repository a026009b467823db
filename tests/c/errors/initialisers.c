//@ run: verify %s --property unreach-call
// Initialisers that do not fit what they initialise.
int runtime(void);
int global = runtime(); //~ error[E0220]: the initialiser is not constant
struct s { int a; };
struct s bad = { .b = 1 }; //~ error[E0205]: there is no member `b`
int array[2] = { [5] = 1 }; //~ error[E0251]: the index 5 is outside of the array
int empty_range[4] = { [3 ... 1] = 1 }; //~ error[E0251]: the range is empty
struct s from_int = 3; //~ error[E0215]: an initialiser of type `int` where `struct s` is expected
int *p = { &global };
int unknown_length[];
char text[] = 5; //~ error[E0250]: needs a list in braces
int main(void) { return global; }
