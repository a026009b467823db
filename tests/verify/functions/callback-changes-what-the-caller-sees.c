//@ run: verify %s --property unreach-call
//@ run: verify %s --property unreach-call --engine bounded
//@ truth: fails
//@ verdict: false(unreach-call)
// A function that is reached through a pointer in a record in memory.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct machine {
    void (*step)(struct machine *);
    int count;
};

static void step(struct machine *m)
{
    m->count++;
}

int main(void)
{
    struct machine m = {step, 0};
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    m.step(&m);
    if (m.count == 1)
        reach_error(); //~ violated unreach-call
    return 0;
}
