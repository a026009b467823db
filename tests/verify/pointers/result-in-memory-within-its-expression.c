//@ run: verify %s --property valid-deref
//@ run: verify %s --property valid-deref --engine bounded
//@ truth: holds
//@ verdict: true
// The record that a call gives lives until its expression ends.
extern int __VERIFIER_nondet_int(void);

struct pair {
    int a[2];
};

static struct pair make(int x)
{
    struct pair s = {{x, 2}};
    return s;
}

static int sum_of(struct pair s, struct pair t)
{
    int *p = s.a;
    return p[1] + t.a[1];
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    return make(3).a[1] + sum_of(make(1), make(2));
}
