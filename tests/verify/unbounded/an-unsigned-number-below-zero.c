//@ run: verify %s --ints unbounded
//@ verdict: true
//@ shows: integers are mathematical
// Unsigned arithmetic does not wrap either: one less than zero is less than zero. On the machine
// it is the greatest number of all.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    if (x - 1 >= x)
        reach_error();
    return 0;
}
