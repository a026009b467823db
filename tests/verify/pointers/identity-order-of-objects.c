//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: unknown(unsupported)
// Which of two objects lies before the other is open.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int first, second;

int main(void)
{
    int *a = &first, *b = &second;
    if (a < b)
        reach_error();
    return 0;
}
