//@ run: verify %s --engine slicing --property unreach-call
//@ truth: fails
//@ verdict: unknown(inconclusive)
// Each activation of `descend` has its own `seen`; the flag is everybody's. A proof that had one
// body for all activations and forgot that the inner ones come back would miss the flag's change.
// No run that is tried finds the number.
extern void reach_error(void);
extern long input(void);
extern void log_number(long);

static int flag;
static int n_logged;

static void note(long number) { n_logged++; log_number(number); }

static void descend(long depth, long number)
{
    int seen = flag;
    note(depth);
    if (number > 0 && number < 100000 && number * number == 62710561 && depth > 3)
        flag = 1;
    if (depth < 5)
        descend(depth + 1, number);
    if (flag != seen && depth == 0)
        reach_error();
}

int main(void)
{
    descend(0, input());
    descend(1, input());
    return 0;
}
