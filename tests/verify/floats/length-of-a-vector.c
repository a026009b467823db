//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A square is not negative, since both factors have one sign; members of a record, by pointers.
#include <assert.h>
extern float __VERIFIER_nondet_float(void);
struct vector {
    float x, y;
};
static float product(const struct vector *a, const struct vector *b)
{
    return a->x * b->x + a->y * b->y;
}
int main(void)
{
    struct vector v = { __VERIFIER_nondet_float(), __VERIFIER_nondet_float() };
    if (!(v.x >= -10.0f && v.x <= 10.0f && v.y >= -10.0f && v.y <= 10.0f))
        return 0;
    float square = product(&v, &v);
    assert(square >= 0.0f && square <= 200.0f);
    return 0;
}
