//@ run: verify %s --data-model LP64 --property unreach-call
//@ truth: holds
//@ verdict: true
//@ run: verify %s --data-model ILP32 --property unreach-call
//@ verdict: true
// The type of a bit-field that is wider than `int` has just its width, as in gcc: what is computed
// with it wraps there, and whatever names its value keeps the type.
extern void reach_error(void);

struct s { unsigned long long l : 40; long long m : 40; unsigned long long k : 33, t : 63; unsigned u : 5; unsigned long long n : 20; } s;
#define IS(value, expected) do { if ((long long)(value) != (expected)) reach_error(); } while (0)
#define ALL 0xffffffffffLL

int main(void)
{
    s.l = ALL;
    IS(s.l + 1, 0);
    IS((0, s.l) + 1, 0);
    IS((s.l = ALL) + 1, 0);
    IS((s.l |= 0) + 1, 0);
    IS((1 ? s.l : s.l) + 1, 0);
    IS(({ s.l; }) + 1, 0);
    IS(s.l++ + 1, 0);
    IS(--s.l, ALL);
    IS(~s.l, 0);
    IS(-s.l, 1);
    IS(s.l * s.l, 1);
    IS((s.l << 1) >> 1, ALL >> 1);
    IS(s.l + 1u, 0);
    IS(s.l + 1LL, ALL + 1);
    IS(s.l + 1L, sizeof(long) == 8 ? ALL + 1 : 0);
    s.k = 0x1ffffffff;
    IS(s.k + 1, 0);
    IS(s.k + s.l, 0x1fffffffe);
    s.t = 0;
    IS(s.t - 1, 0x7fffffffffffffff);
    s.m = -1;
    IS(s.m + 1u, 0);
    IS(s.m < s.l, 0);
    IS(sizeof(s.l + 1), 8);
    double d = s.l + 1;
    IS(d, 0);
    switch (s.l) {
    case ALL:
        break;
    default:
        reach_error();
    }
    s.u = 3, s.n = 3;
    IS(s.u - 10, -7);
    IS((0, s.u) - 10, -7);
    IS(s.u++ - 10, -7);
    IS(({ s.n; }) - 10, -7);
    IS(++s.n - 10, -6);
    return 0;
}
