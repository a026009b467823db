/* math.h: every model that claims a value beside the real function. */
#include "random.h"

#define ONE(of) of(fabs) of(floor) of(ceil) of(trunc) of(round) of(rint) of(nearbyint) of(sqrt)
#define TWO(of) of(copysign) of(fmin) of(fmax) of(fdim) of(fmod)
#define RANGED(of)                                                                        \
    of(sin) of(cos) of(tan) of(asin) of(acos) of(atan) of(exp) of(exp2) of(log) of(log10) \
    of(log2) of(log1p) of(expm1) of(cbrt) of(sinh) of(cosh) of(tanh) of(asinh) of(acosh)  \
    of(atanh) of(erf) of(erfc) of(lgamma) of(tgamma) of(logb)
#define RANGED_TWO(of) of(atan2) of(hypot) of(pow) of(nextafter) of(remainder)
#define DECLARE_ONE(name) double model_##name(double); float model_##name##f(float);
#define DECLARE_TWO(name) double model_##name(double, double); float model_##name##f(float, float);
ONE(DECLARE_ONE)
TWO(DECLARE_TWO)
RANGED(DECLARE_ONE)
RANGED_TWO(DECLARE_TWO)
double model_fma(double, double, double), model_scalbn(double, int);
long long model_llround(double), model_llrint(double);
int model_ilogb(double);
double model_modf(double, double *), model_frexp(double, int *), model_ldexp(double, int);
float model_modff(float, float *), model_frexpf(float, int *), model_ldexpf(float, int);
long model_lround(double), model_lrint(double);
int model___fpclassify(double), model___isinf(double), model___signbit(double);

static int same(double a, double b)
{
    return (a != a && b != b) || (a == b && !signbit(a) == !signbit(b));
}

static double value(void)
{
    static const double special[] = { 0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, 1e300,
        -1e300, 4503599627370497.0, 4503599627370495.5, 2251799813685247.75, 1e-310, 5e-324,
        0.49999999999999994, 8388607.5, 3.999999, 16.0, 1e15 };
    switch (any(5)) {
    case 0: return special[any(sizeof special / sizeof *special)];
    case 1: return any(20) == 0 ? INFINITY : any(20) == 0 ? NAN : -INFINITY;
    case 2: return (double)any(1000) / 8 - 60;
    case 3: return ldexp((double)any(1u << 30) + 0.3, (int)any(100) - 70);
    default: return -ldexp((double)any(1u << 30), (int)any(60) - 40);
    }
}

int main(void)
{
    for (int i = 0; i < 10000; i++) {
        double x = value(), y = value(), p, q;
        float u = (float)x, v = (float)y, pf, qf;
        int e, f;
#define COMPARE_ONE(name)                                                                  \
    SAME(same(name(x), model_##name(x)), "%a: %a %a", x, name(x), model_##name(x));        \
    SAME(same(name##f(u), model_##name##f(u)), "%a: %a %a", u, name##f(u), model_##name##f(u));
        ONE(COMPARE_ONE)
        /* Of zeros with two signs either is allowed. */
#define COMPARE_TWO(name)                                                                     \
    SAME(same(name(x, y), model_##name(x, y)) || (x == 0 && y == 0), "%a %a: %a %a", x, y,    \
         name(x, y), model_##name(x, y));                                                     \
    SAME(same(name##f(u, v), model_##name##f(u, v)) || (u == 0 && v == 0), "%a %a: %a %a", u, v, \
         name##f(u, v), model_##name##f(u, v));
        if (any(10) == 0 || (fabs(x) < 1e20 && fabs(y) > 1e-10)) {
            TWO(COMPARE_TWO)
        }
        /* A value that is not modelled is one of a range, and the real one is in it. */
#define COMPARE_RANGED(name)                                                               \
    truth = name(x), q = model_##name(x);                                                  \
    SAME(same(truth, q), #name " %a: %a %a", x, truth, q);                                 \
    truth = name##f(u), q = model_##name##f(u);                                            \
    SAME(same(truth, q), #name "f %a: %a %a", u, truth, q);
        RANGED(COMPARE_RANGED)
#define COMPARE_RANGED_TWO(name)                                                           \
    truth = name(x, y), q = model_##name(x, y);                                            \
    SAME(same(truth, q), #name " %a %a: %a %a", x, y, truth, q);                           \
    truth = name##f(u, v), q = model_##name##f(u, v);                                      \
    SAME(same(truth, q), #name "f %a %a: %a %a", u, v, truth, q);
        RANGED_TWO(COMPARE_RANGED_TWO)
        /* Squares are rounded more than once. */
        y = 2, v = 2;
        COMPARE_RANGED_TWO(pow)
        y = value(), v = (float)y;
        truth = fma(x, y, p = value()), q = model_fma(x, y, p);
        SAME(same(truth, q), "%a %a %a: %a %a", x, y, p, truth, q);
        double a = modf(x, &p), b = model_modf(x, &q);
        SAME(same(a, b) && same(p, q), "%a: %a %a, %a %a", x, a, b, p, q);
        a = modff(u, &pf), b = model_modff(u, &qf);
        SAME(same(a, b) && same(pf, qf), "%a", u);
        if (x - x == 0) {
            a = frexp(x, &e), b = model_frexp(x, &f);
            SAME(same(a, b) && e == f, "%a", x);
        }
        int n = (int)any(200) - 100;
        SAME(same(ldexp(x, n), model_ldexp(x, n)), "%a %d: %a %a", x, n, ldexp(x, n),
             model_ldexp(x, n));
        n = n * 15;
        SAME(same(ldexp(x, n), model_ldexp(x, n)), "%a %d: %a %a", x, n, ldexp(x, n),
             model_ldexp(x, n));
        SAME(same(scalbn(x, n), model_scalbn(x, n)), "%a %d", x, n);
        if (x - x == 0 && x != 0) {
            SAME(ilogb(x) == model_ilogb(x) || is_unmodelled, "%a: %d %d", x, ilogb(x), model_ilogb(x));
        }
        if (fabs(x) < 1e15) {
            SAME(lround(x) == model_lround(x) && lrint(x) == model_lrint(x), "%a", x);
            SAME(llround(x) == model_llround(x) && llrint(x) == model_llrint(x), "%a", x);
        }
        SAME(fpclassify(x) == model___fpclassify(x), "%a", x);
        SAME(!isinf(x) == !model___isinf(x) && !signbit(x) == !model___signbit(x), "%a", x);
    }
    return finish();
}
