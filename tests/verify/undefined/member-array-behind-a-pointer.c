//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// The array that counts is the member, not what is behind it.
extern int __VERIFIER_nondet_int(void);

struct s { char a[4]; int tail; };

static int get(struct s *s, int i)
{
    return s->a[i]; //~ violated bounds
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum ^= i;
    struct s s = { { 0 }, 0 };
    if (n > 3 && sum == 4)
        return get(&s, 4);
    return get(&s, 3);
}
