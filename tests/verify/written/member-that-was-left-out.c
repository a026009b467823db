//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// `y` was never written, and the copy does not change that.
extern int __VERIFIER_nondet_int(void);

struct point {
    int x, y;
};

static int side(struct point p)
{
    return p.y > 3 ? 1 : 0; //~ violated initialised
}

int main(void)
{
    struct point p;
    p.x = __VERIFIER_nondet_int();
    struct point q = p;
    while (__VERIFIER_nondet_int())
        ;
    return side(q);
}
