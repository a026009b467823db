// Without assertions: that a place is within the length is a relation of two numbers.
#define NDEBUG
#include "gdll.c"
