//@ run: verify %s --property unreach-call
//@ shows: note: a run ends in undefined behaviour: division by zero
//@ truth: holds
//@ verdict: true
// Undefined behaviour that nobody asked about is not a violation, but it is mentioned.
extern void reach_error(void);

int main(void)
{
    int zero = 0;
    return 1 / zero;
}
