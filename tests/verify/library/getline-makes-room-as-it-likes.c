//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// How far a block of the caller's grows is the library's matter.
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    size_t room = 1;
    char *line = malloc(room);
    if (getline(&line, &room, stdin) > 0)
        assert(room == 120); //~ violated assertion
    free(line);
    return 0;
}
