//@ run: verify %s --property unreach-call --property memsafety --cpu-time 30
//@ truth: holds
//@ verdict: true
// What was pushed is not negative: a lemma about each element below the top, and about no other.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int stack[12];
static unsigned depth;

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        int item = __VERIFIER_nondet_int();
        if (item >= 0 && depth < 12) {
            stack[depth++] = item;
        } else if (item < 0 && depth > 0) {
            assert(stack[--depth] >= 0);
        }
    }
    return 0;
}
