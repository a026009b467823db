// Counts what another file counts as well. Each of the files has a static variable `n` of its own.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void step(void);
extern int steps;
static int n;

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        step();
        n++;
        if (n == 1000)
            n = steps = 0;
    }
    if (steps != n)
        reach_error();
    return 0;
}
