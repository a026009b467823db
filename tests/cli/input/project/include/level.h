#ifndef LEVEL_H
#define LEVEL_H

//@ requires 0 <= level <= HIGHEST;
//@ ensures 0 <= \result <= HIGHEST;
int raise(int level);

int sum(const int *levels, int n);

#endif
