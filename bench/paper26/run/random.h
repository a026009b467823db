/* Random numbers and the end of a run whose heap is not as the contract says: 98. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void broken(const char *what)
{
    fprintf(stderr, "broken: %s\n", what);
    _Exit(98);
}

static unsigned long state;

static unsigned below(unsigned n)
{
    state = state * 6364136223846793005UL + 1442695040888963407UL;
    return (unsigned)(state >> 33) % n;
}

int __VERIFIER_nondet_int(void)
{
    return (int)below(3) - 1;
}
