//@ run: verify %s --cpu-time 60
//@ truth: holds
//@ verdict: true
// A record of which all that is asked about was written, copied and passed by value.
extern int __VERIFIER_nondet_int(void);

struct point {
    int x, y;
    char tag;
};

static int side(struct point p)
{
    if (p.x > 3)
        return 1;
    return p.tag == 'a' ? 2 : 0;
}

int main(void)
{
    struct point p;
    p.x = __VERIFIER_nondet_int();
    p.tag = 'b';
    struct point q = p;
    int sides = 0;
    while (__VERIFIER_nondet_int())
        sides = side(q);
    return sides;
}
