//@ run: verify %s --property unreach-call
// A text that was not preprocessed is recognised.
#include <stdio.h>
//~^ error[E0107]: preprocessor directive
int main(void) { return 0; }
