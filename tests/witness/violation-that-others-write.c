//@ run: verify %s --witness %t.yml --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
//@ run: check %t.yml %s
//@ verdict: false(unreach-call)
// A function without body may write all that it knows of, and what counts the waypoints it does not know.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int *read_sensor(int *value);
int main(void)
{
    int value = 0;
    int n = __VERIFIER_nondet_int();
    int *where = read_sensor(&value);
    if (where && n == 5)
        *where = 1;
    assert(n != 5 || value == 0); //~ violated assertion
    return 0;
}
