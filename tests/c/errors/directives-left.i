//@ run: verify %s
// A text that was not preprocessed is recognised.
#include <stdio.h>
//~^ error[E0107]: preprocessor directive
int main(void) { return 0; }
