//@ run: verify %s --ints unbounded
//@ verdict: true
//@ shows: integers are mathematical
// The machine has a run that fails here, by an increment that wraps, and concrete runs come across
// it at once. It is no run of integers of any size, and must not be told as one.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = x + 1;
    if (y <= x)
        reach_error();
    return 0;
}
