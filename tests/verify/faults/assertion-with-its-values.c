//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: error[assertion]: assertion fails: `p->n != y && g(p->n) != 9` (`p->n` is 4, `y` is 4)
// What the condition is about is told with its values.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct s {
    int n;
};
static int g(int x)
{
    return x / 2;
}
int main(void)
{
    struct s s;
    s.n = __VERIFIER_nondet_int();
    struct s *p = &s;
    int y = 4;
    assert(p->n != y && g(p->n) != 9); //~ violated assertion
    return 0;
}
