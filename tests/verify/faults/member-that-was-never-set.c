//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
//@ shows: error[initialised]: uninitialised value: `s->n` is read before it is written
// What stands in memory is told by its text.
#include <stdlib.h>
struct s {
    int n;
};
int main(void)
{
    struct s *s = malloc(sizeof *s);
    int r = 0;
    if (s->n) //~ violated initialised
        r = 1;
    free(s);
    return r;
}
