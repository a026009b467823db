# 1 "made-up.c"
//@ run: verify %s --property unreach-call
//~^ error[E0110]: expected an expression
// Messages name the lines that the markers name. The line that is broken calls itself line 2, so
// the mark for it points at line 2 of this file.
# 1 "made-up.c"
int fine;
int broken = ;
