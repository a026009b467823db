//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The macros of math.h change nothing and have one answer each.
#include <math.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int g = 1;

#define CHECK(condition) \
    if (!(condition))    \
    reach_error()

int main(void)
{
    double one = 1.0, tiny = 1e-310, big = HUGE_VAL, minus = -0.0;
    CHECK(!isinf(one) && isinf(big) == 1 && isinf(-big) == -1);
    CHECK(isfinite(one) && !isfinite(big) && !isfinite(big - big));
    CHECK(isnormal(one) && !isnormal(tiny) && !isnormal(minus));
    CHECK(signbit(minus) && !signbit(one) && signbit(-1.5f) && signbit(-2.0L));
    CHECK(fpclassify(one) == FP_NORMAL && fpclassify(tiny) == FP_SUBNORMAL);
    CHECK(fpclassify(minus) == FP_ZERO && fpclassify(big) == FP_INFINITE);
    CHECK(fpclassify(big - big) == FP_NAN);
    CHECK(isless(one, big) && !isless(one, big - big) && isgreater(one, 0.5f));
    CHECK(islessequal(one, 1.0f) && isgreaterequal(one, one) && !islessgreater(one, one));
    CHECK(isunordered(one, big - big) && !isunordered(one, big));
    CHECK(g == 1);
    return 0;
}
