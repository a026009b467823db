//@ run: verify %s --property unreach-call
// Malformed numbers and characters are reported where they stand.
int a = 0x;    //~ error[E0102]: `0x` is not a number
int b = 12abc; //~ error[E0102]: `12abc` is not a number
int c = 09;    //~ error[E0102]: `09` is not a number
int d = '';    //~ error[E0109]: empty character constant
int e = @;     //~ error[E0101]: `@`
int f = 1.5e;  //~ error[E0102]: `1.5e` is not a number
int main(void) { return a; }
